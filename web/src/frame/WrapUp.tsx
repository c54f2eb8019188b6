import { useMutation, useQuery } from '@tanstack/react-query';
import { orpc } from '../api/client.ts';
import { useCommand } from '../commands/active.ts';
import { useFormat } from '../format.ts';
import { useText } from '../text.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { toastProblem } from '../ui/toast.ts';
import { chatStatusQuery, keepChatStatus } from './chat-status.ts';
import styles from './TopBar.module.css';
import { useNow } from './ticking.ts';

function WrapUpUntil({ until }: { until: string }) {
  const text = useText();
  const left = Date.parse(until) - useNow();
  const end = useMutation(orpc.users.endWrapUp.mutationOptions({ onSuccess: keepChatStatus, onError: toastProblem }));
  const done = left > 0 ? () => end.mutate({}) : null;
  useCommand('status.wrapUpDone', done);
  const time = useFormat().clock(left);
  if (done === null) return null;
  return (
    <span className={styles.wrapUp}>
      <span data-time={time}>{text('FRAME_WRAP_UP', { time })}</span>
      <PlainButton disabled={end.isPending} onClick={done}>
        {text('FRAME_WRAP_UP_DONE')}
      </PlainButton>
    </span>
  );
}

/**
 * For how long I still wrap up what I resolved, and that I am done. It stands before everything at the right of the top bar, so that nothing
 * there moves when it comes and goes.
 */
export function WrapUp() {
  const until = useQuery(chatStatusQuery()).data?.wrapUpUntil ?? null;
  return until === null ? null : <WrapUpUntil key={until} until={until} />;
}
