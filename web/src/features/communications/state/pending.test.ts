import { describe, expect, test } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import { applyReading } from './apply-reading.ts';
import { dropRoom } from './catch-up.ts';
import type { World } from './happenings.testing.ts';
import { answerSend, dropSend, failSend, type PendingSend, startSend } from './pending.ts';
import { newestPage, viewOf } from './room-readings.testing.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import { type CommunicationsState, emptyState } from './state.ts';

const ROOM = newWorld().base.id;

function held(world: World): CommunicationsState {
  const reading = { view: viewOf(world), public: newestPage(world, false, 30), private: newestPage(world, true, 30), membershipFrames: 0 };
  return applyReading(emptyState(ME), ROOM, reading, 0);
}

const sendOf = (clientMessageId: string, text = 'Hello'): PendingSend => ({
  clientMessageId,
  roomId: ROOM,
  kind: 'Text',
  channelId: null,
  text,
  file: null,
  createdAt: '2026-11-02T08:00:00.000Z',
  status: 'sending',
  reason: null,
  params: {},
});

const pendingIds = (state: CommunicationsState) => (state.pending.get(ROOM) ?? []).map((send) => send.clientMessageId);

describe('a send on its way', () => {
  // The first event of the world that I send bears the client message id `client-message-1`.
  const MINE = 'client-message-1';

  test('gives its place to the stored event, whichever of frame and answer comes first', () => {
    const { world, frames } = happen(newWorld(), { kind: 'iSay', text: 'Hello' });
    const answer = { roomId: ROOM, eventId: viewOf(world).lastEventId ?? '', seq: 1, change: world.change, publicNo: 1, privateNo: 0 };
    const start = startSend(held(newWorld()), sendOf(MINE));
    const answered = answerSend(start, ROOM, MINE, answer, 300);
    expect(answered.pending.get(ROOM)?.[0]?.status).toBe('stored');
    const frameLast = frames.reduce((state, frame) => applyFrame(state, frame, 0), answered);
    const frameFirst = answerSend(
      frames.reduce((state, frame) => applyFrame(state, frame, 0), start),
      ROOM,
      MINE,
      answer,
      300,
    );
    for (const state of [frameLast, frameFirst]) {
      expect(pendingIds(state)).toEqual([]);
      expect(state.rooms.get(ROOM)?.public.events.map((event) => event.clientMessageId)).toEqual([MINE]);
      expect(state.rooms.get(ROOM)?.gap).toBeNull();
    }
  });

  test('sent again although it was stored, it leaves nothing behind', () => {
    const { world } = happen(newWorld(), { kind: 'iSay', text: 'Hello' });
    const later = happen(world, { kind: 'customerSays', text: 'Thanks' }).world;
    const answer = { roomId: ROOM, eventId: viewOf(world).lastEventId ?? '', seq: 1, change: world.change, publicNo: 1, privateNo: 0 };
    const state = answerSend(startSend(held(later), sendOf(MINE)), ROOM, MINE, answer, 300);
    expect(pendingIds(state)).toEqual([]);
    expect(state.rooms.get(ROOM)?.gap).toBeNull();
  });

  test('answered without its event ever coming, it makes the room be read again', () => {
    const { world } = happen(newWorld(), { kind: 'iSay', text: 'Hello' });
    const answer = { roomId: ROOM, eventId: viewOf(world).lastEventId ?? '', seq: 1, change: world.change, publicNo: 1, privateNo: 0 };
    const state = answerSend(startSend(held(newWorld()), sendOf(MINE)), ROOM, MINE, answer, 300);
    expect(state.rooms.get(ROOM)?.gap).toEqual({ dueAt: 300, upTo: world.change });
    const reading = { view: viewOf(world), public: newestPage(world, false, 30), membershipFrames: 0 };
    const read = applyReading(state, ROOM, reading, 400);
    expect(pendingIds(read)).toEqual([]);
    expect(read.rooms.get(ROOM)?.gap).toBeNull();
  });

  test('an event of somebody else with the same client message id confirms nothing', () => {
    const { frames } = happen(newWorld(), { kind: 'colleagueSays', text: 'Hello' });
    const forged = frames.map((frame) =>
      frame.type === 'Text' ? { ...frame, payload: { ...frame.payload, event: { ...frame.payload.event, clientMessageId: MINE } } } : frame,
    );
    const state = forged.reduce((so, frame) => applyFrame(so, frame, 0), startSend(held(newWorld()), sendOf(MINE)));
    expect(pendingIds(state)).toEqual([MINE]);
  });

  test('refused, it stays with its text and reason; sent again, it keeps its place', () => {
    const two = startSend(startSend(held(newWorld()), sendOf('first-message', 'one')), sendOf('second-message', 'two'));
    const failed = failSend(two, ROOM, 'first-message', 'CONVERSATION_RESOLVED', { name: 'Ana' });
    expect(failed.pending.get(ROOM)?.[0]).toMatchObject({
      text: 'one',
      status: 'failed',
      reason: 'CONVERSATION_RESOLVED',
      params: { name: 'Ana' },
    });
    const again = startSend(failed, sendOf('first-message', 'one'));
    expect(again.pending.get(ROOM)?.[0]).toMatchObject({ status: 'sending', reason: null });
    expect(pendingIds(again)).toEqual(['first-message', 'second-message']);
    expect(pendingIds(dropSend(again, ROOM, 'first-message'))).toEqual(['second-message']);
  });

  test('outlives the sight of its room', () => {
    const state = dropRoom(startSend(held(newWorld()), sendOf(MINE)), ROOM);
    expect(state.rooms.has(ROOM)).toBe(false);
    expect(state.gone.has(ROOM)).toBe(true);
    expect(pendingIds(state)).toEqual([MINE]);
  });
});
