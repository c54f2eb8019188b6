import type { ChatStatus } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { api, orpc, queryClient } from '../api/client.ts';
import { useCommand } from '../commands/active.ts';
import { useFormat } from '../format.ts';
import { lateParts } from '../late-parts.ts';
import { useConnectionIfAny } from '../realtime/connection.tsx';
import { finishWork } from '../session/unfinished.ts';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { toastProblem } from '../ui/toast.ts';
import { Unseen } from '../ui/Unseen.tsx';
import { chatStatusQuery, keepChatStatus } from './chat-status.ts';
import { chatStatusNames } from './chat-status-names.ts';
import styles from './TopBar.module.css';
import { useNow } from './ticking.ts';

const OfflineDialog = lateParts(() => import('./OfflineDialog.tsx')).late('OfflineDialog');

/** How many conversations are in hand, where that is why a status was refused. */
const inHandOf = (problem: unknown): number | null =>
  problem instanceof ApiProblem && problem.key === 'CONVERSATIONS_IN_HAND' ? Number(problem.errors[0]?.params.count) : null;

const chatStatuses = Object.keys(chatStatusNames) as ChatStatus[];

/** My chat status with its colour, its word and how long it has lasted; opens the choice. */
export function ChatStatusMenu() {
  const text = useText();
  const format = useFormat();
  const connection = useConnectionIfAny();
  const { data } = useQuery(chatStatusQuery());
  const now = useNow();
  const [inHand, setInHand] = useState<number | null>(null);
  const choose = useMutation(
    orpc.users.setChatStatus.mutationOptions({
      onSuccess: keepChatStatus,
      onError: (problem) => {
        const count = inHandOf(problem);
        if (count === null) toastProblem(problem);
        else setInHand(count);
      },
    }),
  );
  const goOffline = async () => {
    keepChatStatus(await api.users.setChatStatus({ body: { status: 'offline', handBack: true } }));
  };
  const subscribe = connection?.subscribe;
  const onOpen = connection?.onOpen;
  useEffect(() => {
    if (subscribe === undefined || onOpen === undefined) return;
    const stops = [
      subscribe('ChatStatus', keepChatStatus),
      onOpen(({ atOnce }) => (atOnce ? undefined : void queryClient.invalidateQueries(chatStatusQuery()))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [subscribe, onOpen]);
  const set = async (status: ChatStatus) => {
    // What is still to be resolved would go back to its queue.
    if (status === 'offline') await finishWork();
    choose.mutate({ body: { status } });
  };
  const to = (status: ChatStatus) => (data === undefined || data.status === status ? null : () => void set(status));
  useCommand('status.ready', to('ready'));
  useCommand('status.break', to('break'));
  useCommand('status.busy', to('busy'));
  useCommand('status.offline', to('offline'));
  if (data === undefined) return <span className={styles.statusWaiting} />;
  const name = text(chatStatusNames[data.status]);
  return (
    <>
      <LazyMenu
        position="bottom-end"
        button={
          <PlainButton className={styles.status ?? ''}>
            <Unseen>{text('FRAME_STATUS_IS', { status: name })}</Unseen>
            <StatusDot status={data.status} />
            <span className={styles.statusName} aria-hidden="true">
              {name}
            </span>
            <span className={styles.statusClock} aria-hidden="true">
              {format.clock(now - Date.parse(data.since))}
            </span>
            <Icon name="down" size={14} />
          </PlainButton>
        }
      >
        {(Menu) =>
          chatStatuses.map((status) => (
            <Menu.Item
              key={status}
              leftSection={<StatusDot status={status} />}
              rightSection={status === data.status ? <Icon name="check" /> : null}
              aria-current={status === data.status}
              disabled={choose.isPending}
              onClick={() => void set(status)}
            >
              {text(chatStatusNames[status])}
            </Menu.Item>
          ))
        }
      </LazyMenu>
      {inHand === null ? null : (
        <Suspense fallback={null}>
          <OfflineDialog count={inHand} onGo={goOffline} onClose={() => setInHand(null)} />
        </Suspense>
      )}
    </>
  );
}
