import { Button, Textarea, TextInput } from '@mantine/core';
import { type Conversation, MESSAGE_TEXT_LIMIT, type NewTransfer } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { waitingIn } from '../scheduled/waiting-in.ts';
import styles from './TransferDialog.module.css';
import { TransferRefusals } from './TransferRefusals.tsx';
import { TransferTargetList } from './TransferTargetList.tsx';

/** Whom or what somebody chose. */
export interface Target {
  to: NewTransfer['to'];
  name: string;
}

/** A conversation of a room of this name. */
interface InRoom {
  roomId: string;
  name: string;
  conversation: Conversation;
  /** What it is talked over, where its room has others that are open. */
  channel?: string | null;
}

interface TransferDialogProps {
  /** At least one; they all go the same way. */
  rooms: readonly InRoom[];
  /** So many were selected too and have none that may be handed on. */
  leftOut?: number;
  onClose: () => void;
  /** These of several went; instead of a word here. */
  onDone?: (moved: readonly InRoom[], target: Target, hasNote: boolean) => void;
}

/** What all have in common, so that it need not be offered; null where they differ. */
const shared = <Value,>(values: readonly (Value | null)[]): Value | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

const whereItIs = ({ assignedUserId, queueId }: Conversation) => ({ expectedUserId: assignedUserId, expectedQueueId: queueId });

/** Where each stands. */
const whereTheyAre = (rooms: readonly InRoom[]) => new Map(rooms.map(({ conversation }) => [conversation.id, whereItIs(conversation)]));

/** Asks to whom a conversation goes, and what colleagues should know; says there why it was refused. */
export function TransferDialog({ rooms, leftOut = 0, onClose, onDone }: TransferDialogProps) {
  const text = useText();
  const [search, setSearch] = useState('');
  const [target, setTarget] = useState<Target | null>(null);
  const [note, setNote] = useState('');
  /** How many were tried, while they are. */
  const [tried, setTried] = useState<number | null>(null);
  /** What did not go, and stays to be tried again. */
  const [refused, setRefused] = useState<ReadonlyArray<{ room: InRoom; problem: unknown }>>([]);
  const nowOf = (room: InRoom) => rooms.find(({ conversation }) => conversation.id === room.conversation.id) ?? room;
  const left = refused.length === 0 ? rooms : refused.map(({ room }) => nowOf(room));
  // As the dialog was opened: what is moved behind it meanwhile is not moved on unseen. Whoever has read why it was refused goes by where it is now.
  const [opened] = useState(() => whereTheyAre(rooms));
  const expected = refused.length === 0 ? opened : whereTheyAre(left);
  const [idOf] = useState(askedIds);
  const isMany = onDone !== undefined;
  const [{ channel = null } = {}] = rooms;
  const titleOfOne = () => (channel === null ? text('TRANSFER_TITLE') : text('TRANSFER_TITLE_ON', { channel }));
  const asked = useDeferredValue(search.trim());
  const found = useQuery({
    ...orpc.transfers.targets.queryOptions({ input: { query: { search: asked } } }),
    placeholderData: keepPreviousData,
    // Who is ready changes by the minute.
    staleTime: 0,
  });
  const ids = left.map(({ conversation }) => conversation.id);
  const waiting = useQuery({
    queryKey: [...orpc.scheduled.waiting.key(), ids],
    queryFn: () => waitingIn(ids, 'TRANSFER'),
    staleTime: 0,
  });
  const me = useCurrentUser();
  const handOn = async (target: Target) => {
    const words = note.trim();
    const moved: InRoom[] = [];
    const failed: Array<{ room: InRoom; problem: unknown }> = [];
    // One after the other, so that it can be told how far it is.
    for (const [place, room] of left.entries()) {
      setTried(place);
      const { roomId, conversation } = room;
      const where = expected.get(conversation.id) ?? whereItIs(conversation);
      const what = { to: target.to, ...(words === '' ? {} : { note: words }) };
      const body = { ...what, ...where, clientTransferId: idOf([conversation.id, what]) };
      await api.transfers.create({ params: { roomId, conversationId: conversation.id }, body }).then(
        () => moved.push(room),
        (problem: unknown) => failed.push({ room, problem }),
      );
    }
    setTried(null);
    setRefused(failed);
    if (moved.length > 0) {
      if (isMany) onDone(moved, target, words !== '');
      else {
        const isOwn = target.to.type === 'USER' && target.to.userId === me.id;
        const { name } = target;
        if (channel === null) isOwn ? toastSuccess('TRANSFER_TAKEN_OVER') : toastSuccess('TRANSFER_DONE', { name });
        else isOwn ? toastSuccess('TRANSFER_TAKEN_OVER_ON', { channel }) : toastSuccess('TRANSFER_DONE_ON', { name, channel });
      }
    }
    if (failed.length === 0) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (target !== null) void handOn(target);
  };
  const mine: Target = { to: { type: 'USER', userId: me.id }, name: `${me.firstName} ${me.lastName}`.trim() };
  const isAllMine = left.every(({ conversation }) => conversation.assignedUserId === me.id);

  return (
    <Dialog title={isMany ? text('TRANSFER_MANY_TITLE', { count: left.length }) : titleOfOne()} onClose={onClose} width={480}>
      <form onSubmit={submit} className={styles.form}>
        {leftOut === 0 ? null : <p className={styles.leftOut}>{text('BULK_LEFT_OUT', { count: leftOut })}</p>}
        <TextInput
          label={text('TRANSFER_SEARCH')}
          placeholder={text('TRANSFER_SEARCH_HINT')}
          maxLength={120}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          leftSection={<Icon name="search" />}
          data-autofocus
        />
        <div className={styles.targets}>
          {found.isPending ? <SkeletonRows rows={4} /> : null}
          {found.isError ? <ErrorState title={text('TRANSFER_FAILED')} problem={found.error} onRetry={() => void found.refetch()} /> : null}
          {found.data === undefined ? null : (
            <TransferTargetList
              found={found.data}
              holderId={shared(left.map(({ conversation }) => conversation.assignedUserId))}
              waitsInId={shared(left.map(({ conversation: { assignedUserId, queueId } }) => (assignedUserId === null ? queueId : null)))}
              target={target}
              onChoose={setTarget}
            />
          )}
        </div>
        <Textarea
          label={text('TRANSFER_NOTE')}
          description={text('TRANSFER_NOTE_WORDS')}
          maxLength={MESSAGE_TEXT_LIMIT}
          autosize
          minRows={2}
          maxRows={6}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <p className={styles.leftOut} role="status">
          {waiting.data?.map(({ key, params }) => (
            <span key={key}>{text(key, params)} </span>
          ))}
        </p>
        <TransferRefusals refused={refused.map(({ room, problem }) => ({ name: room.name, problem }))} isMany={isMany} />
        <p className={styles.progress} role="status">
          {isMany && tried !== null ? text('TRANSFER_PROGRESS', { number: tried + 1, count: left.length }) : null}
        </p>
        <div className={styles.answers}>
          <Button variant="default" onClick={onClose}>
            {text('FRAME_CANCEL')}
          </Button>
          {isAllMine ? null : (
            <Button variant="light" disabled={tried !== null} onClick={() => void handOn(mine)}>
              {text('TRANSFER_TAKE_OVER')}
            </Button>
          )}
          <Button type="submit" loading={tried !== null} disabled={target === null}>
            {target === null ? text('TRANSFER_GO') : text('TRANSFER_GO_TO', { name: target.name })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
