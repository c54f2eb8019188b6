import { ActionIcon, Menu } from '@mantine/core';
import { type QueueDetails, QueueUse, readableAddress } from '@parley/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { queuesChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import styles from './Queues.module.css';

interface ActionProps {
  queue: QueueDetails;
  onClose: () => void;
}

const keyOf = ({ accountId, id }: QueueDetails) => ({ accountId, queueId: id });

const useWords = { WAITING: 'QUEUES_USED_WAITING', HELD: 'QUEUES_USED_HELD', OVERFLOW: 'QUEUES_USED_OVERFLOW' } as const;

/** What keeps a queue from being deleted: each conversation, for those who may open it as a link, and each queue that overflows into it. */
function Uses({ problem }: { problem: ApiProblem }) {
  const text = useText();
  const scope = useScope();
  const mayOpen = useCan(['rooms', 'readAll']);
  const uses = problem.errors.map(({ params }) => ({
    kind: QueueUse.parse(params.kind),
    id: String(params.id),
    name: readableAddress(String(params.name)) || text('COMMUNICATIONS_UNNAMED'),
    count: Number(params.count),
  }));
  const all = [...new Map(uses.map(({ kind, count }) => [kind, count])).values()].reduce((sum, count) => sum + count, 0);
  return (
    <ul className={styles.uses}>
      {uses.map(({ kind, id, name }) => (
        <li key={id}>
          {kind === 'OVERFLOW' ? (
            <Link {...scope.queue(id)}>{text(useWords[kind], { name })}</Link>
          ) : mayOpen ? (
            <Link to="/communications/{-$roomId}" params={{ roomId: id }}>
              {text(useWords[kind], { name })}
            </Link>
          ) : (
            text(useWords[kind], { name })
          )}
        </li>
      ))}
      {all > uses.length ? <li>{text('QUEUES_USED_MORE', { count: all - uses.length })}</li> : null}
    </ul>
  );
}

function DeleteDialog({ queue, onClose }: ActionProps) {
  const text = useText();
  const scope = useScope();
  const navigate = useNavigate();
  const { name } = queue;
  const [inUse, setInUse] = useState<ApiProblem | null>(null);
  const remove = async () => {
    try {
      await api.queues.remove({ params: keyOf(queue) });
    } catch (refusal) {
      if (!(refusal instanceof ApiProblem) || refusal.key !== 'QUEUE_IN_USE') throw refusal;
      setInUse(refusal);
      return false;
    }
    void queuesChanged();
    toastSuccess('QUEUES_DELETED', { name });
    void navigate({ ...scope.queues, replace: true });
    return true;
  };
  const obstacle =
    inUse === null ? null : (
      <>
        <Refusal problem={inUse} />
        <Uses problem={inUse} />
      </>
    );
  return (
    <ConfirmDialog
      title={text('QUEUES_DELETE_ASK', { name })}
      words={text('QUEUES_DELETE_WORDS')}
      verb={text('QUEUES_DELETE')}
      danger
      onConfirm={remove}
      onClose={onClose}
      {...(obstacle === null ? {} : { obstacle })}
    />
  );
}

function MakeDefaultDialog({ queue, onClose }: ActionProps) {
  const text = useText();
  const { name } = queue;
  const make = async () => {
    const params = keyOf(queue);
    const changed = await api.queues.change({ params, body: [{ op: 'replace', path: 'isDefault', value: true }] });
    queryClient.setQueryData(orpc.queues.one.queryKey({ input: { params } }), changed);
    void queuesChanged();
    toastSuccess('QUEUES_MADE_DEFAULT', { name });
    return true;
  };
  return (
    <ConfirmDialog
      title={text('QUEUES_MAKE_DEFAULT_ASK', { name })}
      words={text('QUEUES_MAKE_DEFAULT_WORDS')}
      verb={text('QUEUES_MAKE_DEFAULT')}
      onConfirm={make}
      onClose={onClose}
    />
  );
}

/** What can be done about a queue that is not the default one, beside changing its fields. */
export function QueueActions({ queue }: { queue: QueueDetails }) {
  const text = useText();
  const [asks, setAsks] = useState<'delete' | 'makeDefault' | null>(null);
  const close = () => setAsks(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={text('USERS_MORE')} title={text('USERS_MORE')}>
            <Icon name="more" size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="check" />} onClick={() => setAsks('makeDefault')}>
            {text('QUEUES_MAKE_DEFAULT')}
          </Menu.Item>
          <Menu.Item color="var(--danger-text)" leftSection={<Icon name="trash" />} onClick={() => setAsks('delete')}>
            {text('QUEUES_DELETE')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks === 'delete' ? <DeleteDialog queue={queue} onClose={close} /> : null}
      {asks === 'makeDefault' ? <MakeDefaultDialog queue={queue} onClose={close} /> : null}
    </>
  );
}
