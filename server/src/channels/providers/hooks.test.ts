import { createHmac, timingSafeEqual } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { lineTo } from '../../../test/database-line.ts';
import { loopBack, rawDelivery } from '../../../test/loop-back/channel.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { givenEnd, givenProviders, type TestEnd, type TestProviders } from '../../../test/providers.ts';
import { openDatabase } from '../../platform/database.ts';
import type { Reading } from '../../rooms/index.ts';
import { readHealth } from './health.ts';
import type { MakeAdapter } from './index.ts';

/** Signs as providers do: over the bytes, with the end's secret. */
const signed = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

/** A loop-back channel that is called over a hook. `answer` in the query is what it answers. */
const hooked: MakeAdapter = () => ({
  ...loopBack({ type: 'VIBER_PUBLIC', origin: 'http://127.0.0.1:9', takesKey: false }),
  hook: {
    isGenuine({ method, headers, raw, query }, { secrets }) {
      if (method === 'GET') return query.get('pass') === secrets.token;
      const given = Buffer.from(String(headers['x-signature']), 'hex');
      const right = createHmac('sha256', secrets.token ?? '')
        .update(raw)
        .digest();
      return given.length === right.length && timingSafeEqual(given, right);
    },
    take({ raw, query, method }) {
      if (method === 'GET') return { deliveries: [], answer: { contentType: 'text/plain', body: query.get('answer') ?? '' } };
      const readings = JSON.parse(raw.toString('utf8')) as Reading[];
      return { deliveries: readings.map((reading) => rawDelivery(reading)) };
    },
  },
  test: async () => ({ ok: true }),
});

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let providers: TestProviders;
let end: TestEnd;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  providers = await givenProviders(rooms, [hooked]);
  end = await givenEnd(database.db, account, { type: 'VIBER_PUBLIC', secrets: { token: 'the token' } });
});
afterAll(async () => {
  await providers.close();
  await rooms.deps.lanes.drained();
  await database.drop();
});

const call = (body: string, { at = end.hookAt(providers.origin), secret = 'the token', type = 'application/json' } = {}) =>
  fetch(at, { method: 'POST', body, headers: { 'x-signature': signed(body, secret), 'content-type': type } });
const hello = (id: string): Reading => ({ kind: 'MESSAGE', providerMessageId: id, address: 'maria', name: 'Maria', text: 'Hello' });
const stored = () =>
  database.db
    .reader(account.accountId)
    .selectFrom('raw_inbound')
    .select(['delivery_key', 'state', 'body', 'error'])
    .where('channel_application_id', '=', end.id)
    .orderBy('place')
    .execute();

describe('the addresses at which providers call', () => {
  it('store what is signed, and answer 200 with nothing', async () => {
    const answer = await call(JSON.stringify([hello('one'), hello('two')]));
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect((await stored()).map((row) => [row.delivery_key, row.state])).toEqual([
      ['MESSAGE-one', 'WAITING'],
      ['MESSAGE-two', 'WAITING'],
    ]);
  });

  it('give the adapter the bytes as they came, whatever they are called', async () => {
    const before = (await stored()).length;
    expect((await call(JSON.stringify([hello('три')]), { type: 'text/plain; charset=utf-8' })).status).toBe(200);
    expect((await call(JSON.stringify([hello('four')]), { type: 'no type at all' })).status).toBe(200);
    expect(await stored()).toHaveLength(before + 2);
  });

  it('answer as the adapter wishes, to GET too', async () => {
    const answer = await fetch(`${end.hookAt(providers.origin)}?pass=the%20token&answer=12345`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/plain', '12345']);
  });

  it('refuse who is not the provider, and keep nothing of it', async () => {
    const before = (await stored()).length;
    const forged = await call(JSON.stringify([hello('forged')]), { secret: 'another' });
    expect([forged.status, await forged.json()]).toMatchObject([401, { message: 'ERROR_UNAUTHENTICATED' }]);
    expect((await fetch(end.hookAt(providers.origin), { method: 'POST', body: '[]' })).status).toBe(401);
    expect((await fetch(`${end.hookAt(providers.origin)}?pass=wrong`)).status).toBe(401);
    expect(await stored()).toHaveLength(before);
    const told = async () => (await readHealth(database.db.reader(account.accountId), () => true, end.id))[0]?.refusedCalls;
    await vi.waitFor(async () => expect(await told()).toEqual({ count: 1, lastAt: expect.any(String) }));
  });

  it('are not there for who does not know the key, as any address that is not there', async () => {
    const body = JSON.stringify([hello('lost')]);
    const nowhere = await fetch(`${providers.origin}/hook`, { method: 'POST', body });
    const told = await nowhere.text();
    for (const at of [
      `${providers.origin}/hooks/viber-public/${'0'.repeat(64)}`,
      `${providers.origin}/hooks/viber-public/${end.id}`,
      // Another type's address with a key that is right.
      `${providers.origin}/hooks/sms/${end.hookKey}`,
      `${providers.origin}/hooks/VIBER_PUBLIC/${end.hookKey}`,
    ]) {
      const answer = await call(body, { at });
      expect([answer.status, await answer.text()], at).toEqual([404, told]);
    }
  });

  it('are not there for an end whose provider does not call', async () => {
    const other = await givenEnd(database.db, account, { type: 'SMS' });
    expect((await call('[]', { at: other.hookAt(providers.origin) })).status).toBe(404);
  });

  it('keep what cannot be cut whole, in quarantine, once, and tell the provider that it arrived', async () => {
    const before = (await stored()).length;
    const broken = '{"not": "what it documents"';
    expect((await call(broken)).status).toBe(200);
    expect((await call(broken)).status).toBe(200);
    const added = (await stored()).slice(before);
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({ state: 'QUARANTINED', delivery_key: expect.stringMatching(/^call:[0-9a-f]{64}$/) });
    expect(JSON.parse(added[0]?.body ?? '')).toEqual({
      method: 'POST',
      query: '',
      // All but its signature.
      headers: expect.not.objectContaining({ 'x-signature': expect.anything() }),
      contentType: 'application/json',
      body: { text: broken },
    });
    expect((await call(JSON.stringify([hello('after')]))).status).toBe(200);
  });

  it('refuse what is too large', async () => {
    const answer = await call(JSON.stringify([hello('x'.repeat(5_000_000))]));
    expect([answer.status, await answer.json()]).toMatchObject([413, { message: 'ERROR_TOO_LARGE' }]);
  });

  it('take what comes for an end that is switched off', async () => {
    await database.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('channel_applications').set({ active: false }).where('id', '=', end.id).execute(),
    );
    providers.changed();
    expect((await call(JSON.stringify([hello('while off')]))).status).toBe(200);
    expect((await stored()).map((row) => row.delivery_key)).toContain('MESSAGE-while off');
  });

  it('are new at once where the key was changed', async () => {
    const moved = await givenEnd(database.db, account, { type: 'VIBER_PUBLIC', secrets: { token: 'the token' } });
    expect((await call('[]', { at: moved.hookAt(providers.origin) })).status).toBe(200);
    const other = 'ab'.repeat(32);
    await database.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('channel_applications').set({ hook_key: other }).where('id', '=', moved.id).execute(),
    );
    providers.changed();
    expect((await call('[]', { at: moved.hookAt(providers.origin) })).status).toBe(404);
    expect((await call('[]', { at: `${providers.origin}/hooks/viber-public/${other}` })).status).toBe(200);
  });

  it('answer 503 while the database is away, so that the provider brings it again', async () => {
    const away = await freshDatabase();
    const line = await lineTo(away.appUrl);
    const db = openDatabase(line.url);
    const theirs = givenRooms(db);
    const frame = await givenProviders(theirs, [hooked]);
    const theirAccount = await givenAccount(db);
    const shop = await givenEnd(db, theirAccount, { type: 'VIBER_PUBLIC', secrets: { token: 'the token' } });
    const bring = async () => (await call(JSON.stringify([hello('late')]), { at: shop.hookAt(frame.origin) })).status;
    await call('[]', { at: shop.hookAt(frame.origin) });
    await line.cut();
    expect(await bring()).toBe(503);
    await line.restore();
    expect(await bring()).toBe(200);
    const rows = await away.db.reader(theirAccount.accountId).selectFrom('raw_inbound').select('delivery_key').execute();
    expect(rows).toEqual([{ delivery_key: 'MESSAGE-late' }]);
    await frame.close();
    await theirs.deps.lanes.drained();
    await db.close();
    await line.close();
    await away.drop();
  });
});
