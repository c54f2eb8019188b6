import { useText } from '../text.ts';
import { Button } from '../ui/Button.tsx';
import { PageNotice } from '../ui/PageNotice.tsx';

/** The server was renewed and no longer understands this page: offers to load the new one. Drafts are kept. */
export function TooOldPage() {
  const text = useText();
  return (
    <main style={{ height: '100%' }}>
      <PageNotice
        alone
        icon="retry"
        title={text('FRAME_TOO_OLD')}
        words={text('FRAME_TOO_OLD_WORDS')}
        action={<Button onClick={() => location.reload()}>{text('FRAME_RELOAD')}</Button>}
      />
    </main>
  );
}
