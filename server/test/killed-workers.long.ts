import type { RoomEvent } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue, startJobs } from '../src/platform/jobs.ts';
import { openLog } from '../src/platform/log.ts';
import { receiveFromProvider } from '../src/rooms/inbound/receive-from-provider.ts';
import { type Reading, startDelivering, startFetching, startReceiving, storeInbound } from '../src/rooms/index.ts';
import { rawDelivery } from './loop-back/channel.ts';
import { deliveryShown, givenCustomer, newAddress, until } from './loop-back/customers.ts';
import type { FileBehaviour, Provider } from './loop-back/provider.ts';
import type { Worker } from './loop-back/worker.ts';
import type { Mark } from './loop-back/worker-process.ts';
import { givenWorld, type World } from './loop-back/world.ts';
import { blackPng } from './pictures.ts';

/** What a killed worker held must be taken up within this time (domain: presence and work). */
const RESUMED_WITHIN = 45_000;

let outbound: World;
let inbound: World;
let media: World;
let jobs: World;
beforeAll(async () => {
  outbound = await givenWorld();
  inbound = await givenWorld();
  media = await givenWorld();
  jobs = await givenWorld();
});
afterAll(async () => {
  await Promise.all([outbound.close(), inbound.close(), media.close(), jobs.close()]);
});

describe.concurrent('a worker is killed', () => {
  it('with attempts in every state: all are taken up, nothing is sent twice', { timeout: 90_000 }, async () => {
    const { database, account, rooms, elena, keys, noKeys, sms, whatsapp } = outbound;
    const customer = (type: 'SMS' | 'WHATSAPP') => givenCustomer(rooms.deps, elena, type, type === 'SMS' ? sms : whatsapp);
    const shown = (eventId: string) => deliveryShown(database.db, account.accountId, eventId);
    const texts = (provider: Provider, address: string) =>
      provider.accepted.filter((one) => one.address === address).map((one) => one.text);

    let alive = true;
    const decide: Parameters<Provider['behave']>[0] = ({ text }) => {
      if (alive && text === 'asked') return { do: 'hang' };
      return alive && text === 'taken' ? { do: 'accept and keep silent' } : { do: 'accept' };
    };
    keys.behave(decide);
    noKeys.behave(decide);
    const worker = await outbound.worker();

    const claimed = [await customer('SMS'), await customer('WHATSAPP')];
    const claimedEvents = await Promise.all(claimed.map((one) => one.say('claimed')));
    expect(await worker.order({ do: 'claim', what: 'attempts' })).toMatchObject({ claimed: 2 });
    const [asked, askedNoKey, taken, takenNoKey, recorded] = [
      await customer('SMS'),
      await customer('WHATSAPP'),
      await customer('SMS'),
      await customer('WHATSAPP'),
      await customer('WHATSAPP'),
    ];
    const events = {
      asked: await asked.say('asked'),
      askedNoKey: await askedNoKey.say('asked'),
      taken: await taken.say('taken'),
      takenNoKey: await takenNoKey.say('taken'),
      recorded: await recorded.say('recorded'),
    };
    const behind = await Promise.all([...claimed, asked, askedNoKey, taken, takenNoKey].map((one) => one.say('behind')));
    await worker.order({ do: 'work' });
    await until(
      () => [...keys.requests, ...noKeys.requests],
      (all) => all.length >= 5,
    );
    await until(
      () => shown(events.recorded),
      (now) => now === 'SENT',
    );
    await worker.kill();
    const killedAt = Date.now();
    alive = false;

    const next = startDelivering(rooms.deps, openLog('silent'));
    for (const eventId of [...claimedEvents, ...behind, events.asked, events.taken]) {
      await until(
        () => shown(eventId),
        (now) => now === 'SENT',
        RESUMED_WITHIN,
      );
    }
    for (const eventId of [events.askedNoKey, events.takenNoKey]) expect(await shown(eventId)).toBe('PENDING OUTCOME_UNKNOWN');
    expect(Date.now() - killedAt).toBeLessThan(RESUMED_WITHIN);
    for (const [index, one] of claimed.entries()) expect(texts(index === 0 ? keys : noKeys, one.address)).toEqual(['claimed', 'behind']);
    expect(texts(keys, asked.address)).toEqual(['asked', 'behind']);
    expect(texts(keys, taken.address)).toEqual(['taken', 'behind']);
    // Without a key: what may have gone out is not sent again, and what was never taken is not claimed to be.
    expect(texts(noKeys, askedNoKey.address)).toEqual(['behind']);
    expect(texts(noKeys, takenNoKey.address)).toEqual(['taken', 'behind']);
    expect(texts(noKeys, recorded.address)).toEqual(['recorded']);
    await next.stop();
  });

  it('with deliveries in every state: each becomes one message, in order', { timeout: 90_000 }, async () => {
    const { database, account, rooms, sms } = inbound;
    const place = { accountId: account.accountId, channelApplicationId: sms, channelType: 'SMS' } as const;
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    let count = 0;
    const message = (address: string, text: string): Reading => ({
      kind: 'MESSAGE',
      providerMessageId: `kill-${++count}`,
      address,
      name: null,
      text,
    });
    const bring = (address: string, ...texts: string[]) =>
      storeInbound(
        rooms.deps,
        place,
        texts.map((text) => rawDelivery(message(address, text))),
      );
    const reader = database.db.reader(account.accountId);
    const stored = async (address: string) => {
      const rows = await reader
        .selectFrom('events as e')
        .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
        .select('e.message')
        .where('c.address', '=', address)
        .where('e.kind', '=', 'COMMUNICATION')
        .orderBy('e.seq')
        .execute();
      return rows.map((row) => (row.message as { text: string }).text);
    };

    const worker = await inbound.worker();
    const [claimed, storing, settling, done] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await bring(claimed, 'one', 'two');
    expect(await worker.order({ do: 'claim', what: 'inbound' })).toMatchObject({ claimed: 1 });
    await bring(storing, 'one', 'two');
    await bring(settling, 'one', 'two');
    await bring(done, 'one');
    // Holds the transaction that stores up at its receipt, and the end of the other after its event is stored.
    await owner.query('begin');
    await owner.query(
      'insert into inbound_receipts (account_id, channel_application_id, provider_message_id, event_id) values ($1, $2, $3, $1)',
      [account.accountId, sms, 'kill-3'],
    );
    const second = new pg.Client({ connectionString: database.ownerUrl });
    await second.connect();
    await second.query('begin');
    await second.query(
      `create function hold() returns trigger language plpgsql as $$ begin
         if new.state = 'DONE' and new.delivery_key = 'MESSAGE-kill-5' then perform pg_advisory_xact_lock(1); end if; return new; end $$`,
    );
    await second.query('create trigger hold before update on raw_inbound for each row execute function hold()');
    await second.query('commit');
    await second.query('select pg_advisory_lock(1)');
    await worker.order({ do: 'work' });
    await until(
      () => stored(done),
      (now) => now.length === 1,
    );
    await until(
      () => stored(settling),
      (now) => now.length === 1,
    );
    const blocked = () =>
      owner.query(
        'select 1 from pg_stat_activity a join pg_locks l on l.pid = a.pid where a.datname = current_database() and not l.granted',
      );
    await until(blocked, (answer) => (answer.rowCount ?? 0) >= 2);
    await worker.kill();
    const killedAt = Date.now();
    await owner.query('rollback');
    await second.query('select pg_advisory_unlock(1)');
    await second.query('drop trigger hold on raw_inbound');

    const next = startReceiving(rooms.deps, openLog('silent'));
    for (const address of [claimed, storing, settling]) {
      await until(
        () => stored(address),
        (now) => now.length === 2,
        RESUMED_WITHIN,
      );
    }
    expect(Date.now() - killedAt).toBeLessThan(RESUMED_WITHIN);
    for (const address of [claimed, storing, settling]) expect(await stored(address)).toEqual(['one', 'two']);
    expect(await stored(done)).toEqual(['one']);
    const waiting = () => reader.selectFrom('raw_inbound').select('delivery_key').where('state', '<>', 'DONE').execute();
    await until(waiting, (rows) => rows.length === 0, RESUMED_WITHIN);
    await next.stop();
    await Promise.all([owner.end(), second.end()]);
  });

  it('with announced files in every state: each comes once, and what was cut off leaves nothing', { timeout: 90_000 }, async () => {
    const { database, account, rooms, elena, keys, sms } = media;
    const maria = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    const reader = database.db.reader(account.accountId);
    const picture = await blackPng(40, 30);
    let alive = true;
    const states = ['claimed', 'asked', 'halfway', 'storing', 'postponed', 'fetched'] as const;
    const answers: Record<(typeof states)[number], FileBehaviour> = {
      claimed: { do: 'give', bytes: picture },
      asked: { do: 'hang' },
      halfway: { do: 'stand still', bytes: picture },
      storing: { do: 'give', bytes: picture },
      postponed: { do: 'later', afterMs: 1000 },
      fetched: { do: 'give', bytes: picture },
    };
    for (const state of states) keys.files.set(state, () => (alive ? answers[state] : { do: 'give', bytes: picture }));
    const bring = (reference: string) =>
      receiveFromProvider(rooms.deps, {
        accountId: account.accountId,
        channelApplicationId: sms,
        channelType: 'SMS',
        providerMessageId: reference,
        address: maria.address,
        name: null,
        text: reference,
        files: [{ reference, name: null, kind: 'IMAGE' }],
      });
    const shown = async () => {
      const rows = await reader
        .selectFrom('events')
        .select(['message', 'change'])
        .where('origin_type', '=', 'CUSTOMER')
        .where('kind', '=', 'COMMUNICATION')
        .orderBy('seq')
        .execute();
      return rows
        .map(({ message }) => message as { text: string; fileState?: string; fileId?: string })
        .filter(({ text }) => keys.files.has(text));
    };
    const comesNoMore = async (text: string) => (await shown()).find((one) => one.text === text)?.fileState === undefined;

    const worker = await media.worker();
    await bring('claimed');
    expect(await worker.order({ do: 'claim', what: 'files' })).toMatchObject({ claimed: 1 });
    // Holds the transaction that would let the event have its file, after the bytes are in the storage.
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      `create function hold() returns trigger language plpgsql as $$ begin
         if new.message ->> 'text' = 'storing' and old.message ? 'fileState' then perform pg_advisory_xact_lock(1); end if; return new; end $$`,
    );
    await owner.query('create trigger hold before update on events for each row execute function hold()');
    await owner.query('select pg_advisory_lock(1)');
    // Its transaction holds the room: what else is brought to it comes before.
    for (const state of states.slice(1)) await bring(state);
    await reader.updateTable('coming_files').set({ due_at: '2100-01-01T00:00:00Z' }).where('reference', '=', 'storing').execute();
    await worker.order({ do: 'work' });
    await until(() => comesNoMore('fetched'), Boolean);
    await until(
      () => keys.asked,
      (asked) => ['asked', 'halfway', 'postponed'].every((state) => asked.includes(state)),
    );
    await reader.updateTable('coming_files').set({ due_at: '2000-01-01T00:00:00Z' }).where('reference', '=', 'storing').execute();
    const blocked = () =>
      owner.query(
        "select 1 from pg_stat_activity a join pg_locks l on l.pid = a.pid where a.datname = current_database() and not l.granted and l.locktype = 'advisory'",
      );
    await until(blocked, (answer) => (answer.rowCount ?? 0) >= 1);
    await worker.kill();
    const killedAt = Date.now();
    alive = false;
    await owner.query('select pg_advisory_unlock(1)');
    await owner.query('drop trigger hold on events');

    const screen = await rooms.screenOf(elena);
    const next = startFetching(rooms.deps, openLog('silent'));
    await until(shown, (messages) => messages.every(({ fileId }) => fileId !== undefined), RESUMED_WITHIN);
    expect(Date.now() - killedAt).toBeLessThan(RESUMED_WITHIN);
    expect((await shown()).map(({ text }) => text)).toEqual(states);
    const changed = screen.of('Image').map((payload) => (payload.event as RoomEvent).eventData.message?.text);
    expect(changed.toSorted()).toEqual(states.filter((state) => state !== 'fetched').toSorted());
    // What the killed one had put into the storage is held by nobody, and goes with the sweep.
    const files = await reader.selectFrom('files').select(['id', 'state']).execute();
    const held = new Set((await shown()).map(({ fileId }) => fileId));
    expect(held.size).toBe(states.length);
    expect(files.filter(({ id }) => held.has(id)).every(({ state }) => state === 'KEPT')).toBe(true);
    expect(files.filter(({ id }) => !held.has(id)).every(({ state }) => state !== 'KEPT')).toBe(true);
    await next.stop();
    await owner.end();
  });

  it('with jobs in every state: each is taken up once, and what one had done stands once', { timeout: 90_000 }, async () => {
    const { database, account } = jobs;
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('create table job_marks (name text primary key)');
    await owner.query('grant select, insert on job_marks to parley_app');
    const put = (name: string, stops: Mark['stops'], options: Parameters<typeof enqueue>[3] = {}) =>
      database.db.inAccount(account.accountId, (tx) => enqueue(tx, 'mark', { accountId: account.accountId, name, stops }, options));
    const row = async (name: string) =>
      (
        await owner.query<{ attempts: number; locked: boolean }>(
          `select j.attempts, j.locked_by is not null as locked from graphile_worker.jobs j
             join graphile_worker._private_jobs p on p.id = j.id where p.payload ->> 'name' = $1`,
          [name],
        )
      ).rows[0];
    const marks = async () => (await owner.query<{ name: string }>('select name from job_marks order by 1')).rows.map(({ name }) => name);
    const stopped = async (worker: Worker, name: string, ...how: [Mark['stops'], Parameters<typeof enqueue>[3]?]) => {
      const there = worker.begun(name);
      await put(name, ...how);
      await there;
    };

    // Each worker does two at a time.
    const [one, two] = [await jobs.worker(), await jobs.worker()];
    await one.order({ do: 'jobs' });
    await put('failed', 'failing');
    await until(
      () => row('failed'),
      (now) => now?.attempts === 1 && !now.locked,
    );
    await stopped(one, 'before', 'before');
    // Fewer than two tries are made two: a first one that is killed is not the last.
    await stopped(one, 'inside', 'inside', { tries: 1 });
    await two.order({ do: 'jobs' });
    await stopped(two, 'after', 'after');
    await stopped(two, 'beside', 'before');
    await put('queued', null);
    await put('due later', null, { runAt: new Date(Date.now() + 5000) });
    expect([await row('queued'), await row('due later')]).toEqual([
      { attempts: 0, locked: false },
      { attempts: 0, locked: false },
    ]);
    await Promise.all([one.kill(), two.kill()]);
    const killedAt = Date.now();
    // What was not committed is not there.
    await until(marks, (now) => now.length === 1);
    expect(await marks()).toEqual(['after']);

    const taken: string[] = [];
    const runner = startJobs({
      ownerUrl: database.ownerUrl,
      log: openLog('silent'),
      crontab: '',
      tasks: {
        async mark(payload, { query }) {
          const { name } = payload as Mark;
          taken.push(name);
          await query('insert into job_marks values ($1) on conflict do nothing', [name]);
        },
      },
    });
    const all = ['after', 'before', 'beside', 'due later', 'failed', 'inside', 'queued'];
    await until(
      async () => (await owner.query('select 1 from graphile_worker.jobs')).rowCount,
      (left) => left === 0,
      RESUMED_WITHIN,
    );
    expect(Date.now() - killedAt).toBeLessThan(RESUMED_WITHIN);
    expect(taken.toSorted()).toEqual(all);
    expect(await marks()).toEqual(all);
    await runner.stop();
    await owner.end();
  });
});
