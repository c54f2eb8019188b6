import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { everyText } from '../../../text.ts';

let words: Promise<void> | null = null;
let areThere = false;

/** Waits for what the later pages say; asks again for what did not come. */
function waitForWords(): void {
  if (areThere) return;
  words ??= everyText().then(
    () => {
      areThere = true;
    },
    (problem: unknown) => {
      words = null;
      throw problem;
    },
  );
  use(words);
}

/** The same component, drawn once its words are there: they are none of the first screen's. `place` keeps its place until then. */
export function withWords<Props extends object>(Component: ComponentType<Props>, place: ReactNode = null): (props: Props) => ReactNode {
  function Worded(props: Props) {
    waitForWords();
    return <Component {...props} />;
  }
  return (props) => (
    <Suspense fallback={place}>
      <Worded {...props} />
    </Suspense>
  );
}
