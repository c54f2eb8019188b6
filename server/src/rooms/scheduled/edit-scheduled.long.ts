import { MOST_SCHEDULED_DAYS } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { givenAccount } from '../../../test/people.ts';
import {
  account,
  asked,
  become,
  comes,
  DAY,
  database,
  dora,
  edit,
  emil,
  faultOf,
  HOUR,
  handToEmil,
  later,
  list,
  log,
  petar,
  refusalOf,
  roomId,
  rooms,
  rowOf,
  said,
  sent,
  undoSeconds,
  uploaded,
  useScheduledWorld,
  workAll,
} from '../../../test/scheduled-world.ts';
import { scheduleMessage } from './schedule.ts';
import { claimScheduled, settleScheduled } from './scheduled-clock.ts';

useScheduledWorld();

describe('a message that waits is edited where it stands', () => {
  it('words, files, time and choice at once, told to every window, and goes so, once', async () => {
    const screens = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    const fileIds = [await uploaded(dora, 'one.txt')];
    const kept = await later({ fileIds });
    const sendAt = new Date(Date.now() + 2 * HOUR).toISOString();
    const now = await edit(kept, { text: 'It is ready', fileIds, sendAt, timezone: 'Europe/London', unlessCustomerWrites: true });
    expect(now).toEqual({ ...kept, text: 'It is ready', sendAt, timezone: 'Europe/London', unlessCustomerWrites: true, version: 2 });
    expect(await list()).toEqual([now]);
    for (const screen of screens) expect(screen.of('ScheduledChanged')).toHaveLength(2);
    expect(await rowOf(kept.id)).toMatchObject({ due_at: sendAt, lease: null });
    await comes(kept.id);
    await workAll();
    expect(await said()).toEqual(['It is ready']);
    const left = await later({ fileIds: [await uploaded()], text: 'Words' });
    expect((await edit(left, { text: 'No file', fileIds: [] })).files).toEqual([]);
  });

  it('by its author alone, as long as they may write there', async () => {
    const kept = await later();
    expect(await refusalOf(edit(kept, {}, petar))).toBe('SCHEDULED_NOT_YOURS');
    expect(await refusalOf(edit(kept, {}, await account.agent('Zoe', { inQueue: false })))).toBe('ROOM_NOT_FOUND');
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    expect(await refusalOf(edit(kept, {}, stranger))).toBe('ROOM_NOT_FOUND');
    await handToEmil();
    expect(await refusalOf(edit(kept))).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT');
    expect(await list(petar)).toEqual([kept]);
  });

  it('not once it was sent, cancelled or taken back, and not what was sent and can be taken back', async () => {
    await undoSeconds(10);
    const [gone, cancelled, back, own] = [await later(), await later(), await later(), await sent()];
    await become(gone.id, 'SENT');
    await become(cancelled.id, 'CANCELLED', petar);
    await become(back.id, 'TAKEN_BACK');
    for (const one of [gone, cancelled, back, own]) expect(await refusalOf(edit(one))).toBe('SCHEDULED_SETTLED');
    expect(await refusalOf(edit(own, {}, petar))).toBe('SCHEDULED_NOT_FOUND');
    expect((await rowOf(gone.id)).text).toBe('Any news?');
  });

  it('of two windows the second is told; a lost answer that is asked again is the edit that was made', async () => {
    const kept = await later();
    const first = await edit(kept, { text: 'By the first' });
    expect(await refusalOf(edit(kept, { text: 'By the second' }))).toBe('SCHEDULED_CHANGED');
    expect(await edit(kept, { text: 'By the first' })).toEqual(first);
    expect((await edit(first, { text: 'By the second' })).version).toBe(3);
    // Made once, whatever a repeated making says.
    const given = asked({ clientMessageId: kept.clientMessageId });
    expect((await scheduleMessage(rooms.deps, dora, roomId, given)).text).toBe('By the second');
  });

  it('is refused with the field that is wrong', async () => {
    const kept = await later();
    const now = Date.now();
    const at = (ms: number) => faultOf(edit(kept, { sendAt: new Date(ms).toISOString() }, dora, now));
    expect(await at(now)).toEqual(['SCHEDULED_TIME_PASSED', { field: 'body.sendAt' }]);
    expect(await at(now + MOST_SCHEDULED_DAYS * DAY + 1)).toEqual(['SCHEDULED_TOO_LATE', { field: 'body.sendAt' }]);
    expect(await refusalOf(edit(kept, { fileIds: [await uploaded(emil)] }))).toBe('FILE_NOT_FOUND');
    expect(await list()).toEqual([kept]);
  });

  it('at the moment in which it goes, it goes as it was or as it is, and its author knows which', async () => {
    for (let n = 0; n < 10; n++) {
      const kept = await later({ text: `Before ${n}` });
      await comes(kept.id);
      const [claims] = await Promise.all([claimScheduled(rooms.deps, 10)]);
      const [, refusal] = await Promise.all([
        Promise.all(claims.map((claim) => settleScheduled(rooms.deps, log, claim))),
        refusalOf(edit(kept, { text: `After ${n}` })),
      ]);
      const row = await rowOf(kept.id);
      if (refusal === null) expect(row).toMatchObject({ state: 'WAITING', text: `After ${n}`, lease: null });
      else expect([refusal, row.state, (await said()).at(-1)]).toEqual(['SCHEDULED_SETTLED', 'SENT', `Before ${n}`]);
      await become(kept.id, 'CANCELLED').catch(() => undefined);
    }
  });
});
