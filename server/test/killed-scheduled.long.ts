import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../src/platform/log.ts';
import { receiveText, startSending, takeAs } from '../src/rooms/index.ts';
import { scheduleMessage } from '../src/rooms/scheduled/schedule.ts';
import { until } from './loop-back/customers.ts';
import { givenWorld, type World } from './loop-back/world.ts';
import { messageId } from './people.ts';

/** What a killed worker held must be taken up within this time (domain: presence and work). */
const RESUMED_WITHIN = 45_000;

let later: World;
beforeAll(async () => {
  later = await givenWorld();
});
afterAll(() => later.close());

describe('a worker is killed', () => {
  it('with messages for later in every state: each is sent at its time, once', { timeout: 90_000 }, async () => {
    const { database, account, rooms, elena } = later;
    const reader = database.db.reader(account.accountId);
    const states = ['claimed', 'storing', 'done', 'waiting'] as const;
    const places = new Map<string, { roomId: string; id: string }>();
    for (const state of states) {
      const visitor = await account.visitor(state);
      await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
      await takeAs(rooms.deps, elena, visitor.roomId);
      const { id } = await scheduleMessage(rooms.deps, elena, visitor.roomId, {
        clientMessageId: messageId(),
        channelId: visitor.contactChannelId,
        text: state,
        fileIds: [],
        sendAt: new Date(Date.now() + 3_600_000).toISOString(),
        timezone: 'UTC',
        unlessCustomerWrites: true,
      });
      places.set(state, { roomId: visitor.roomId, id });
    }
    const comes = (state: (typeof states)[number], at = new Date(Date.now() - 1000).toISOString()) =>
      reader
        .updateTable('scheduled_messages')
        .set({ send_at: at, due_at: at })
        .where('id', '=', places.get(state)?.id ?? '')
        .execute();
    const sent = async () => {
      const rows = await reader
        .selectFrom('events')
        .select('message')
        .where('origin_type', '=', 'USER')
        .where('kind', '=', 'COMMUNICATION')
        .execute();
      return rows.map(({ message }) => (message as { text: string }).text).toSorted();
    };

    const worker = await later.worker();
    await comes('claimed');
    expect(await worker.order({ do: 'claim', what: 'scheduled' })).toMatchObject({ claimed: 1 });
    // Holds the transaction that stores one up after its event is there.
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      `create function hold() returns trigger language plpgsql as $$ begin
         if new.state = 'SENT' and new.text = 'storing' then perform pg_advisory_xact_lock(1); end if; return new; end $$`,
    );
    await owner.query('create trigger hold before update on scheduled_messages for each row execute function hold()');
    await owner.query('select pg_advisory_lock(1)');
    await comes('storing');
    await comes('done');
    await comes('waiting', new Date(Date.now() + 15_000).toISOString());
    await worker.order({ do: 'work' });
    await until(sent, (texts) => texts.includes('done'));
    const blocked = () =>
      owner.query(
        "select 1 from pg_stat_activity a join pg_locks l on l.pid = a.pid where a.datname = current_database() and not l.granted and l.locktype = 'advisory'",
      );
    await until(blocked, (answer) => (answer.rowCount ?? 0) >= 1);
    await worker.kill();
    const killedAt = Date.now();
    await owner.query('select pg_advisory_unlock(1)');
    await owner.query('drop trigger hold on scheduled_messages');
    expect(await sent()).not.toContain('storing');

    const both = [startSending(rooms.deps, openLog('silent')), startSending(rooms.deps, openLog('silent'))];
    await until(sent, (texts) => texts.length >= states.length, RESUMED_WITHIN);
    expect(Date.now() - killedAt).toBeLessThan(RESUMED_WITHIN);
    const unsettled = () => reader.selectFrom('scheduled_messages').select('id').where('due_at', 'is not', null).execute();
    await until(unsettled, (rows) => rows.length === 0, RESUMED_WITHIN);
    expect(await sent()).toEqual(states.toSorted());
    await Promise.all(both.map((one) => one.stop()));
    await owner.end();
  });
});
