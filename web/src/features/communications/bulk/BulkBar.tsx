import type { Conversation, Room } from '@parley/contract';
import { useEffect, useId, useState } from 'react';
import { useEscape } from '../../../commands/active.ts';
import { useCan } from '../../../session/current-user.ts';
import { type TextKey, useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { placeToasts } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { openConversations, roomName } from '../room/room-words.ts';
import type { Selection } from '../rooms/use-selection.ts';
import { TransferDialog } from '../transfer/TransferDialog.tsx';
import styles from './BulkBar.module.css';
import { type InRoom, resolveLater } from './resolve-later.ts';
import { offerToTakeBack } from './take-back.ts';

interface Handled {
  /** Of each room the one that it may be done to, where there is one. */
  found: readonly InRoom[];
  /** Why there is none in any, and why in the others. */
  whyNone: TextKey;
  whyOthers: TextKey;
}

/** What may be handed on, and what may be resolved. */
function useConversations(rooms: readonly Room[]): { transfer: Handled; resolve: Handled } {
  const text = useText();
  const { me } = useCommunications();
  const reassigns = useCan(['rooms', 'reassign']);
  const resolvesOthers = useCan(['rooms', 'resolveOthers']);
  const first = (may: (holder: Conversation['assignedUserId']) => boolean) =>
    rooms.flatMap((room): InRoom[] => {
      const conversation = openConversations(room, me).find(({ assignedUserId }) => may(assignedUserId));
      return conversation === undefined ? [] : [{ roomId: room.id, name: roomName(room, text), conversation }];
    });
  const transferable = first((holder) => holder === me || reassigns);
  const resolvable = first((holder) => holder === me || (resolvesOthers && holder !== null));
  const isAnyOpen = transferable.length > 0 || !reassigns;
  return {
    transfer: {
      found: transferable,
      whyNone: reassigns ? 'BULK_NONE_OPEN' : 'BULK_NONE_HELD',
      whyOthers: reassigns ? 'BULK_OTHERS_NOT_OPEN' : 'BULK_OTHERS_NOT_HELD',
    },
    resolve: {
      found: resolvable,
      // What is not even open needs no second reason.
      whyNone: !isAnyOpen ? 'BULK_NONE_OPEN' : resolvesOthers ? 'BULK_NOBODY_HOLDS' : 'BULK_NONE_HELD',
      whyOthers: resolvesOthers ? 'BULK_OTHERS_NOBODY' : 'BULK_OTHERS_NOT_HELD',
    },
  };
}

/** What is said of those for which something cannot be done: of both deeds together where it is the same. */
function useLimits({ transfer, resolve }: { transfer: Handled; resolve: Handled }, total: number): readonly string[] {
  const text = useText();
  const limit = ({ found, whyNone, whyOthers }: Handled, some: TextKey): readonly string[] => {
    const count = found.length;
    if (count === total) return [];
    return [count === 0 ? text(whyNone) : `${text(some, { count, total })} ${text(whyOthers)}`];
  };
  if (transfer.found.length === resolve.found.length) return limit(transfer, 'BULK_SOME_BOTH');
  return [...new Set([...limit(transfer, 'BULK_SOME_TRANSFER'), ...limit(resolve, 'BULK_SOME_RESOLVE')])];
}

/** What can be done with all the selected rooms at once, and how many of them it can be done with. */
export function BulkBar({ roomIds, selection }: { roomIds: readonly string[]; selection: Selection }) {
  const text = useText();
  const { me, store } = useCommunications();
  const records = useStorePart(({ state }) => state.rooms);
  const able = useConversations(roomIds.flatMap((id) => records.get(id)?.room ?? []));
  const { transfer, resolve } = able;
  const limits = useLimits(able, roomIds.length);
  /** What the dialog was opened for: the rooms change while it is open. */
  const [handsOn, setHandsOn] = useState<{ rooms: readonly InRoom[]; leftOut: number } | null>(null);
  const limitsId = useId();
  const described = limits.length === 0 ? {} : { 'aria-describedby': limitsId };
  /** As it stands now, once it has been moved by somebody else. */
  const nowOf = (one: InRoom): InRoom => {
    const conversation = records.get(one.roomId)?.room.roomConversations.find(({ id }) => id === one.conversation.id);
    return conversation === undefined ? one : { ...one, conversation };
  };
  useEscape(selection.clear);
  // What is said meanwhile stands above it.
  const isLimited = limits.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in it makes it higher.
  useEffect(() => {
    placeToasts();
    return placeToasts;
  }, [isLimited]);
  const idsOf = (rooms: readonly InRoom[]) => rooms.map(({ roomId }) => roomId);

  const resolveAll = () => {
    selection.drop(idsOf(resolve.found));
    resolveLater(store, resolve.found, roomIds.length - resolve.found.length, selection.choose);
  };

  return (
    <section className={styles.bar} aria-label={text('BULK_BAR')} data-bulk-bar data-toasts-above>
      <span className={styles.count} role="status">
        {text('BULK_SELECTED', { count: roomIds.length })}
      </span>
      <Button
        variant="light"
        size="compact"
        disabled={transfer.found.length === 0}
        {...described}
        onClick={() => setHandsOn({ rooms: transfer.found, leftOut: roomIds.length - transfer.found.length })}
      >
        {text('COMMUNICATIONS_TRANSFER')}
      </Button>
      <Button variant="light" size="compact" disabled={resolve.found.length === 0} {...described} onClick={resolveAll}>
        {text('COMMUNICATIONS_RESOLVE')}
      </Button>
      <IconButton onClick={selection.clear} aria-label={text('BULK_CLEAR')} title={text('BULK_CLEAR')}>
        <Icon name="x" />
      </IconButton>
      {limits.length === 0 ? null : (
        <p id={limitsId} className={styles.reason}>
          {limits.join(' ')}
        </p>
      )}
      {handsOn === null ? null : (
        <TransferDialog
          rooms={handsOn.rooms.map(nowOf)}
          leftOut={handsOn.leftOut}
          onClose={() => setHandsOn(null)}
          onDone={(moved, target, hasNote) => {
            selection.drop(idsOf(moved));
            offerToTakeBack(moved, target, hasNote, me);
          }}
        />
      )}
    </section>
  );
}
