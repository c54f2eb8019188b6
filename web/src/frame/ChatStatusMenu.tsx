import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ChatStatus } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../api/client.ts';
import { useCommand } from '../commands/active.ts';
import { useFormat } from '../format.ts';
import { useConnectionIfAny } from '../realtime/connection.tsx';
import { type TextKey, useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { toastProblem } from '../ui/toast.ts';
import styles from './TopBar.module.css';
import { useNow } from './ticking.ts';

/** What a chat status is called. */
export const chatStatusNames = {
  ready: 'FRAME_STATUS_READY',
  break: 'FRAME_STATUS_BREAK',
  busy: 'FRAME_STATUS_BUSY',
  offline: 'FRAME_STATUS_OFFLINE',
} as const satisfies Record<ChatStatus, TextKey>;

const chatStatuses = Object.keys(chatStatusNames) as ChatStatus[];

const statusQuery = () => orpc.users.chatStatus.queryOptions();

/** My chat status with its colour, its word and how long it has lasted; opens the choice. */
export function ChatStatusMenu() {
  const text = useText();
  const format = useFormat();
  const client = useQueryClient();
  const connection = useConnectionIfAny();
  const { data } = useQuery(statusQuery());
  const now = useNow();
  const choose = useMutation(
    orpc.users.setChatStatus.mutationOptions({
      onSuccess: (chosen) => client.setQueryData(statusQuery().queryKey, chosen),
      onError: toastProblem,
    }),
  );
  const subscribe = connection?.subscribe;
  const onOpen = connection?.onOpen;
  useEffect(() => {
    if (subscribe === undefined || onOpen === undefined) return;
    const stops = [
      subscribe('ChatStatus', (chosen) => client.setQueryData(statusQuery().queryKey, chosen)),
      onOpen(({ first }) => (first ? undefined : void client.invalidateQueries(statusQuery()))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
  const to = (status: ChatStatus) => (data === undefined || data.status === status ? null : () => choose.mutate({ body: { status } }));
  useCommand('status.ready', to('ready'));
  useCommand('status.break', to('break'));
  useCommand('status.busy', to('busy'));
  useCommand('status.offline', to('offline'));
  if (data === undefined) return <span className={styles.statusWaiting} />;
  const name = text(chatStatusNames[data.status]);
  return (
    <LazyMenu
      position="bottom-end"
      button={
        <UnstyledButton className={styles.status ?? ''}>
          <VisuallyHidden>{text('FRAME_STATUS_IS', { status: name })}</VisuallyHidden>
          <StatusDot status={data.status} />
          <span className={styles.statusName} aria-hidden="true">
            {name}
          </span>
          <span className={styles.statusClock} aria-hidden="true">
            {format.clock(now - Date.parse(data.since))}
          </span>
          <Icon name="down" size={14} />
        </UnstyledButton>
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
            onClick={() => choose.mutate({ body: { status } })}
          >
            {text(chatStatusNames[status])}
          </Menu.Item>
        ))
      }
    </LazyMenu>
  );
}
