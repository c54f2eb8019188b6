import type { KnownThere } from '@parley/contract';
import { textIfKnown, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Users.module.css';

/** How soon it is looked again whether a change has arrived where people sign in. */
const LOOK_AGAIN_MS = 3000;

/** For a query of somebody: asks again while a change is on its way, and not when it has arrived or failed. */
export const lookAgain = (known: KnownThere | undefined): number | false => (known?.state === 'WAITING' ? LOOK_AGAIN_MS : false);

/** Says that what was changed here could not be told where people sign in, and why; nothing as long as all is well. */
export function KnownThereNote({ known }: { known: KnownThere }) {
  const text = useText();
  if (known?.state !== 'FAILED') return null;
  return (
    <p className={styles.note} role="status">
      <Icon name="alert" />
      <span>
        {text('USERS_NOT_KNOWN_THERE')} {known.fault === null ? null : textIfKnown(known.fault)}
      </span>
    </p>
  );
}
