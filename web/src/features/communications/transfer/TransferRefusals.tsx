import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { LeftLines } from '../bulk/LeftLines.tsx';
import { type Left, linesOf } from '../bulk/left.ts';
import styles from './TransferDialog.module.css';

/** What was not handed on, and why; of several which they are. */
export function TransferRefusals({ refused, isMany }: { refused: readonly Left[]; isMany: boolean }) {
  const text = useText();
  const [first] = refused;
  if (first === undefined) return null;
  if (!isMany) return <Refusal problem={first.problem} kept={text('FORM_KEPT')} />;
  return (
    <div className={styles.refusal} role="alert">
      <Icon name="alert" />
      <div>
        {text('TRANSFER_SOME_LEFT', { count: refused.length })}
        <LeftLines lines={linesOf(refused)} />
      </div>
    </div>
  );
}
