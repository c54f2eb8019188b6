import type { RoomChanges, RoomEvent, RoomFrame } from '@parley/contract';
import { membershipAfter } from './frames/event.ts';
import { withEvent } from './history.ts';
import { noteAlone, withNoted } from './noted.ts';
import { drain, withTouches } from './order.ts';
import { confirmSends } from './pending.ts';
import { type Context, historyOfEvent, type RoomRecord } from './room-record.ts';
import { withRemainingGap } from './snapshot.ts';
import { type CommunicationsState, withRecord } from './state.ts';

const asFrame = (event: RoomEvent, epoch: number): RoomFrame => ({
  type: 'Text',
  id: '',
  payload: { roomId: event.roomId, epoch, change: event.change, event },
});

/**
 * What a room missed since a change that was held of it: the room takes the place of an older one, and events are merged
 * by id, the later change winning. The answer tells every event after that change, so that what is new joins the end of
 * what is held without a hole. Frames that came meanwhile stay on top: an answer behind them only adds its events.
 */
function withChanges(record: RoomRecord, { room, events }: RoomChanges, context: Context): RoomRecord {
  if (room.epoch < record.room.epoch) return record;
  if (room.epoch > record.room.epoch) return { ...record, gap: { dueAt: context.now, upTo: Number.POSITIVE_INFINITY } };
  const { lastSeq } = record.room;
  const inOrder = events.toSorted((a, b) => a.seq - b.seq);
  const isNew = (event: RoomEvent) => event.seq > lastSeq;
  const histories = { public: record.public, private: record.private };
  for (const event of inOrder) {
    const name = historyOfEvent(event);
    histories[name] = withEvent(histories[name], event, isNew(event));
  }
  const news = inOrder.filter(isNew);
  const notes = news.filter((event) => historyOfEvent(event) === 'private').map(noteAlone);
  const next = {
    ...withNoted(record, notes),
    ...histories,
    room: room.change > record.room.change ? room : record.room,
    membership: news.reduce((membership, event) => membershipAfter(membership, event, context.me), record.membership),
    typists: record.typists.filter((typist) => !news.some((event) => event.origin.id === typist.originId)),
    gap: null,
  };
  // A page asked for before these changes and answered after them must not undo them.
  const touched = withTouches(
    next,
    events.map((event) => asFrame(event, room.epoch)),
  );
  return withRemainingGap(drain(touched, context), record.gap, context);
}

/** What a room that is held has missed; of a room that is not (any more), nothing is kept. */
export function applyChanges(state: CommunicationsState, changes: RoomChanges, now: number): CommunicationsState {
  const { id } = changes.room;
  const record = state.rooms.get(id);
  if (record === undefined) return state;
  const context = { me: state.me, now };
  return confirmSends(withRecord(state, id, withChanges(record, changes, context)), id, changes.events, context);
}
