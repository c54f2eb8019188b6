import type { Conversation, Room } from '@parley/contract';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useEscape } from '../../../commands/active.ts';
import { useCan } from '../../../session/current-user.ts';
import { currentLanguage, type TextKey, useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { placeToasts } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { openConversations, roomName } from '../room/room-words.ts';
import type { Selection } from '../rooms/use-selection.ts';
import { SnoozeMenu } from '../snooze/SnoozeMenu.tsx';
import { conversationOfRow, roomOfRow } from '../state/lists.ts';
import { TransferDialog } from '../transfer/TransferDialog.tsx';
import styles from './BulkBar.module.css';
import { type InRoom, resolveLater } from './resolve-later.ts';
import { snoozeSeveral } from './snooze-several.ts';
import { offerToTakeBack } from './take-back.ts';

interface Handled {
  /** Of each row the conversation for which it stands, of a room's the one that it may be done to, where there is one. */
  found: readonly InRoom[];
  /** Why there is none in any, and why in the others. */
  whyNone: TextKey;
  whyOthers: TextKey;
}

/** What may be handed on, what may be laid aside, and what may be resolved. */
function useConversations(rows: readonly { row: string; room: Room }[]): Record<'transfer' | 'snooze' | 'resolve', Handled> {
  const text = useText();
  const { me } = useCommunications();
  const reassigns = useCan(['rooms', 'reassign']);
  const resolvesOthers = useCan(['rooms', 'resolveOthers']);
  const first = (may: (holder: Conversation['assignedUserId']) => boolean) =>
    rows.flatMap(({ row, room }): InRoom[] => {
      const meant = conversationOfRow(row, room);
      const conversation = openConversations(room, me).find(
        (one) => (meant === undefined || one.id === meant.id) && may(one.assignedUserId),
      );
      return conversation === undefined
        ? []
        : [{ row, roomId: room.id, name: roomName(room, text, me), conversation, publicNo: room.publicCount }];
    });
  const transferable = first((holder) => holder === me || reassigns);
  const isAnyOpen = transferable.length > 0 || !reassigns;
  /** What is done to a conversation that somebody holds. */
  const ofHeld = (alsoOthers: boolean): Handled => ({
    found: first((holder) => holder === me || (alsoOthers && holder !== null)),
    // What is not even open needs no second reason.
    whyNone: !isAnyOpen ? 'BULK_NONE_OPEN' : alsoOthers ? 'BULK_NOBODY_HOLDS' : 'BULK_NONE_HELD',
    whyOthers: alsoOthers ? 'BULK_OTHERS_NOBODY' : 'BULK_OTHERS_NOT_HELD',
  });
  return {
    transfer: {
      found: transferable,
      whyNone: reassigns ? 'BULK_NONE_OPEN' : 'BULK_NONE_HELD',
      whyOthers: reassigns ? 'BULK_OTHERS_NOT_OPEN' : 'BULK_OTHERS_NOT_HELD',
    },
    snooze: ofHeld(reassigns),
    resolve: ofHeld(resolvesOthers),
  };
}

const DEEDS = { transfer: 'BULK_DEED_TRANSFER', snooze: 'BULK_DEED_SNOOZE', resolve: 'BULK_DEED_RESOLVE' } as const;

/** What is said of those for which something cannot be done: of the deeds together of which the same is to be said. */
function useLimits(able: Record<keyof typeof DEEDS, Handled>, total: number): readonly string[] {
  const text = useText();
  const deeds = (Object.keys(DEEDS) as (keyof typeof DEEDS)[]).filter((deed) => able[deed].found.length < total);
  const alike = Map.groupBy(deeds, (deed) => `${able[deed].found.length} ${able[deed].whyNone} ${able[deed].whyOthers}`);
  const words = [...alike.values()].flatMap((those) => {
    const { found, whyNone, whyOthers } = able[those[0] as keyof typeof DEEDS];
    if (found.length === 0) return [text(whyNone)];
    const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(those.map((deed) => text(DEEDS[deed])));
    return [`${text('BULK_SOME', { deeds: list, count: found.length, total })} ${text(whyOthers, { count: total - found.length })}`];
  });
  return [...new Set(words)];
}

/** Brings the row that was selected last above the bar where that lies over it. */
function useRowAbove(rows: readonly string[]): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const added = rows.find((row) => !before.current.includes(row));
    before.current = rows;
    if (added === undefined) return;
    const list = bar.current?.parentElement;
    list?.querySelector(`[data-entry$=":${CSS.escape(added)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [rows]);
  return bar;
}

/** A verb, which is a sign where the list is too narrow for words; then its name is read where it is pointed at. */
function Verb({ icon, children }: { icon: IconName; children: string }) {
  return (
    <span title={children}>
      <span className={styles.sign}>
        <Icon name={icon} />
      </span>
      <span className={styles.word}>{children}</span>
    </span>
  );
}

/** What can be done with all the selected rows at once, and how many of them it can be done with. */
export function BulkBar({ rows, selection }: { rows: readonly string[]; selection: Selection }) {
  const text = useText();
  const { me } = useCommunications();
  const records = useStorePart(({ state }) => state.rooms);
  const able = useConversations(
    rows.flatMap((row) => {
      const record = records.get(roomOfRow(row));
      return record === undefined ? [] : [{ row, room: record.room }];
    }),
  );
  const { transfer, snooze, resolve } = able;
  const limits = useLimits(able, rows.length);
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
  const bar = useRowAbove(rows);
  const rowsOf = (rooms: readonly { row: string }[]) => rooms.map(({ row }) => row);

  const resolveAll = () => {
    selection.drop(rowsOf(resolve.found));
    resolveLater(resolve.found, rows.length - resolve.found.length, selection.choose);
  };

  const snoozeAll = async (until: Date | null) => {
    const done = await snoozeSeveral(snooze.found, rows.length - snooze.found.length, until);
    selection.drop(rowsOf(done));
  };

  return (
    <section ref={bar} className={styles.bar} aria-label={text('BULK_BAR')} data-bulk-bar data-toasts-above>
      <span className={styles.count} role="status">
        {text('BULK_SELECTED', { count: rows.length })}
      </span>
      <Button
        variant="light"
        size="compact"
        disabled={transfer.found.length === 0}
        {...described}
        onClick={() => setHandsOn({ rooms: transfer.found, leftOut: rows.length - transfer.found.length })}
      >
        <Verb icon="transfer">{text('COMMUNICATIONS_TRANSFER')}</Verb>
      </Button>
      <Button variant="light" size="compact" disabled={resolve.found.length === 0} {...described} onClick={resolveAll}>
        <Verb icon="check">{text('COMMUNICATIONS_RESOLVE')}</Verb>
      </Button>
      <SnoozeMenu
        onSnooze={snoozeAll}
        button={
          <IconButton
            disabled={snooze.found.length === 0}
            {...described}
            aria-label={text('COMMUNICATIONS_SNOOZE')}
            title={text('COMMUNICATIONS_SNOOZE')}
          >
            <Icon name="clock" />
          </IconButton>
        }
      />
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
            const gone = new Set(moved.map(({ conversation }) => conversation.id));
            selection.drop(rowsOf(handsOn.rooms.filter(({ conversation }) => gone.has(conversation.id))));
            offerToTakeBack(moved, target, hasNote, me);
          }}
        />
      )}
    </section>
  );
}
