import { TypingTimings } from '@parley/contract';
import type { Context, RoomRecord } from '../room-record.ts';
import type { PayloadOf } from './payload.ts';

/** Typing: shown until 6 s after the last such frame; one's own other screens say nothing. */
export function typing(record: RoomRecord, payload: PayloadOf<'Typing'>, { me, now }: Context): RoomRecord {
  const { originType, originId, name, channelId } = payload;
  if (originId === me) return record;
  const others = record.typists.filter((typist) => typist.originId !== originId && typist.goneAt > now);
  return { ...record, typists: [...others, { originType, originId, name, channelId, goneAt: now + TypingTimings.goneAfter }] };
}

/** Takes away who has stopped; the same record when nobody has. */
export function withoutGoneTypists(record: RoomRecord, now: number): RoomRecord {
  const typists = record.typists.filter((typist) => typist.goneAt > now);
  return typists.length === record.typists.length ? record : { ...record, typists };
}
