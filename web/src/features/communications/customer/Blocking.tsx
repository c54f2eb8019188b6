import type { VisitorBlock } from '@parley/contract';
import { Suspense, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import styles from './Customer.module.css';

const SpamDialog = lateParts(() => import('./SpamDialog.tsx')).late('SpamDialog');

/** Marks a visitor's conversation as spam, or says that it was and takes it back. */
export function Blocking({ roomId, block }: { roomId: string; block: VisitorBlock | null }) {
  const text = useText();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  if (block !== null) {
    const unblock = () => void api.customers.unblock({ params: { roomId } }).catch(toastProblem);
    return (
      <div className={styles.blocked}>
        <Icon name="stop" />
        <div>
          <p>{text(block.network ? 'COMMUNICATIONS_BLOCKED_NETWORK' : 'COMMUNICATIONS_BLOCKED')}</p>
          <p className={styles.by}>{text('COMMUNICATIONS_BLOCKED_BY', { name: block.byName, time: format.dateTime(block.at) })}</p>
          {block.reason === '' ? null : <p className={styles.by}>{block.reason}</p>}
          <button type="button" className={styles.more} onClick={unblock}>
            {text('COMMUNICATIONS_UNBLOCK')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      <button type="button" className={styles.spam} onClick={() => setAsking(true)}>
        <Icon name="stop" />
        {text('COMMUNICATIONS_SPAM')}
      </button>
      {isAsking ? (
        <Suspense fallback={null}>
          <SpamDialog roomId={roomId} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
