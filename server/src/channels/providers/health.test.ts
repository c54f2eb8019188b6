import type { ChannelHealth, QuarantinedDelivery, TestMessageResult } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Administration, startAdministration } from '../../../test/administration.ts';
import type { Brought, Provider } from '../../../test/conformance/driver.ts';
import { loopBackDriver } from '../../../test/conformance/loop-back.ts';
import { newAddress, until } from '../../../test/loop-back/customers.ts';
import { givenAccount, messageId } from '../../../test/people.ts';
import { givenCarrier, givenEnd, givenService, type TestEnd } from '../../../test/providers.ts';
import type { ConnectionTest } from './index.ts';

const driver = loopBackDriver(true);
let given: Administration;
let provider: Provider;
let end: TestEnd;
/** What the provider says to whoever tests the connection. */
let says: ConnectionTest;

beforeAll(async () => {
  provider = await driver.startProvider();
  given = await startAdministration({}, ({ adapt, bringNone }) => {
    bringNone();
    adapt((parts) => ({ ...driver.make(parts), test: async () => says }));
  });
}, 60_000);
afterAll(async () => {
  await given.close();
  await provider.close();
});
beforeEach(async () => {
  says = { ok: true };
  await provider.behave('ACCEPT');
  end = await driver.givenEnd(given.app.database.db, given.account, provider);
});

const path = (more = '') => `/accounts/${given.account.accountId}/channel-health${more}`;
const health = async (token = given.ana.token) => (await given.call<ChannelHealth>(token, 'GET', path(`/${end.id}`))).body;
const test = () => given.call(given.ana.token, 'POST', path(`/${end.id}/test`));
const bring = (brought: Brought) => driver.bring(brought, { end, origin: given.app.origin, provider });
const quarantined = async () =>
  (await given.call<{ content: QuarantinedDelivery[]; last: boolean }>(given.ana.token, 'GET', path(`/${end.id}/quarantine`))).body;
const tryBy = (to: string, token = given.ana.token) =>
  given.call<TestMessageResult>(token, 'POST', path(`/${end.id}/test-messages`), { to, text: 'Is this on?' });

describe('how it stands with the ends of channels', () => {
  it('is told of each: what it is, through whom it speaks, and when something last came in', async () => {
    const { db } = given.app.database;
    const carrierId = await givenCarrier(db, { kind: 'HTTP', address: 'http://127.0.0.1:9', name: 'Northern Carrier' });
    const serviceId = await givenService(db, { carrierId, channelType: 'VIBER', communicationType: 'ONE_WAY', title: 'Offers' });
    await givenEnd(db, given.account, { type: 'VIBER', name: 'Campaigns', sender: 'Lumen', serviceId, active: false });
    await bring({ what: 'MESSAGE', id: messageId(), from: newAddress(), text: 'Hello' });
    const { body } = await given.call<{ content: ChannelHealth[] }>(given.ana.token, 'GET', path());
    const one = (name: string) => body.content.find((channel) => channel.name === name);
    expect(one('Shop')).toMatchObject({ type: 'LIVECHAT', hasProvider: false, line: { state: 'GOES' }, service: null });
    expect(one('Campaigns')).toMatchObject({
      sender: 'Lumen',
      active: false,
      communicationType: 'ONE_WAY',
      hasProvider: false,
      service: { carrier: 'Northern Carrier', title: 'Offers' },
      lastInboundAt: null,
    });
    expect(await until(health, (now) => now.lastInboundAt !== null)).toMatchObject({ type: 'SMS', hasProvider: true, waitingOut: 0 });
  });

  it('has what the provider answers to a connection test, in its words but without secrets', async () => {
    says = { ok: false, problem: 'REFUSED', answer: '{"error":"wrong token","token":"s3cr3t"}' };
    expect((await test()).body).toMatchObject({ problem: 'REFUSED', answer: '{"error":"wrong token","token":…}' });
    expect(await health()).toMatchObject({ test: { problem: 'REFUSED' }, tokenExpiresAt: null });
    says = { ok: true, tokenExpiresAt: '2027-01-01T00:00:00.000Z' };
    expect((await test()).body).toMatchObject({ problem: null, answer: null });
    expect(await health()).toMatchObject({ test: { problem: null }, tokenExpiresAt: '2027-01-01T00:00:00.000Z' });
  });

  it('shows why nothing is asked of a provider, until a test finds it well again', async () => {
    const { db } = given.app.database;
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const { accountId } = given.account;
    const row = { account_id: accountId, channel_application_id: end.id, failures: 7, opened_at: at(-10), retry_at: at(10) };
    await db.inAccount(accountId, (tx) => tx.insertInto('channel_health').values(row).execute());
    expect((await health()).line).toMatchObject({ state: 'OPEN', failures: 7, openedAt: row.opened_at, retryAt: row.retry_at });
    says = { ok: false, problem: 'UNREACHABLE' };
    await test();
    expect((await health()).line.state).toBe('OPEN');
    says = { ok: true };
    await test();
    expect((await health()).line.state).toBe('TRYING');
  });

  it('is tried with a message to a number in any way of writing it, on the record', async () => {
    const number = '+359881234567';
    expect(await tryBy('359 88 123-45-67')).toMatchObject({ status: 200, body: { outcome: 'ACCEPTED', reason: null } });
    expect(provider.taken().at(-1)).toEqual({ to: number, text: 'Is this on?' });
    expect((await given.trail('CHANNEL_TEST_SENT'))[0]).toMatchObject({ entity: { type: 'CHANNEL', id: end.id } });
    await provider.behave('REFUSE');
    expect((await tryBy(number)).body).toMatchObject({ outcome: 'REFUSED', reason: 'UNDELIVERABLE', answer: expect.any(String) });
    expect(await tryBy('SUPPORT')).toMatchObject({ status: 422, key: 'PHONE_NUMBER_NOT_VALID' });
  });

  it('is tried by nobody where it is switched off or has no provider', async () => {
    const { db } = given.app.database;
    const off = await givenEnd(db, given.account, { type: 'SMS', active: false });
    const none = await givenEnd(db, given.account, { type: 'FACEBOOK' });
    const body = { to: newAddress(), text: 'Hello' };
    for (const { id } of [off, none]) {
      expect(await given.call(given.ana.token, 'POST', path(`/${id}/test-messages`), body)).toMatchObject({ key: 'CHANNEL_NOT_CONNECTED' });
    }
    expect(await given.call(given.ana.token, 'POST', path(`/${none.id}/test`))).toMatchObject({ key: 'CHANNEL_NOT_CONNECTED' });
  });

  it('is nothing that another account’s admin can see or try', async () => {
    const theirs = await driver.givenEnd(given.app.database.db, await givenAccount(given.app.database.db, 'Orion'), provider);
    for (const more of ['', '/quarantine']) {
      expect(await given.call(given.ana.token, 'GET', path(`/${theirs.id}${more}`))).toMatchObject({
        status: 404,
        key: 'CHANNEL_NOT_FOUND',
      });
    }
    expect(await given.call(given.ana.token, 'POST', path(`/${theirs.id}/test`))).toMatchObject({ status: 404, key: 'CHANNEL_NOT_FOUND' });
  });
});

describe('what is in quarantine', () => {
  it('is shown as it came, with what is wrong, and stays when it fails again', async () => {
    await bring({ what: 'NONSENSE' });
    const { content, last } = await quarantined();
    expect([content.length, last]).toEqual([1, true]);
    const [one] = content as [QuarantinedDelivery];
    expect(one).toMatchObject({ address: '', isWhole: true, error: expect.stringContaining('JSON') });
    expect(one.why).toEqual({ kind: 'NOT_JSON', field: null });
    // As the provider has written it: nothing of it is written anew.
    expect(one.original).toMatch(/^POST \/\ncontent-type: \S+\n(?:[\w-]+: .*\n)*\n\{"kind":"MESSAGE"/);
    const alone = await given.call<QuarantinedDelivery>(given.ana.token, 'GET', path(`/${end.id}/quarantine/${one.id}`));
    expect(alone.body).toEqual(one);
    const again = await given.call(given.ana.token, 'POST', path(`/${end.id}/quarantine/${one.id}/run`));
    expect(again.body).toMatchObject({ released: false, error: expect.stringContaining('JSON') });
    expect((await quarantined()).content).toHaveLength(1);
    expect((await health()).quarantined).toBe(1);
  });

  it('becomes a message when it is worked on again by what can read it, once', async () => {
    const address = newAddress();
    const { accountId } = given.account;
    const { db } = given.app.database;
    // A kind of message that the program of that day did not know.
    const body = JSON.stringify({ kind: 'MESSAGE', providerMessageId: messageId(), address, name: null, text: 'At last' });
    const row = { id: crypto.randomUUID(), account_id: accountId, channel_application_id: end.id, address, delivery_key: 'odd', body };
    await db.inAccount(accountId, (tx) =>
      tx
        .insertInto('raw_inbound')
        .values({ ...row, state: 'QUARANTINED', error: 'odd' })
        .execute(),
    );
    const run = () => given.call(given.ana.token, 'POST', path(`/${end.id}/quarantine/${row.id}/run`));
    expect((await run()).body).toEqual({ released: true, error: null });
    expect(await run()).toMatchObject({ status: 404, key: 'DELIVERY_NOT_FOUND' });
    const channel = () => db.reader(accountId).selectFrom('contact_channels').select('id').where('address', '=', address).execute();
    await until(channel, (rows) => rows.length === 1);
    expect((await given.trail('CHANNEL_DELIVERY_RUN_AGAIN'))[0]).toMatchObject({ entity: { id: end.id }, after: { released: true } });
  });

  it('is told by page, newest first', async () => {
    for (const n of [1, 2, 3]) {
      const answer = await fetch(end.hookAt(given.app.origin), { method: 'POST', body: `not ${n}` });
      expect(answer.status).toBe(401);
    }
    const { db } = given.app.database;
    const { accountId } = given.account;
    const keep = (n: number) => ({
      id: `0192b7a0-0000-7000-8000-00000000000${n}`,
      account_id: accountId,
      channel_application_id: end.id,
      address: '',
      delivery_key: `${n}`,
      body: 'x'.repeat(n === 1 ? 600 : 10),
      state: 'QUARANTINED',
      error: `${n}`,
    });
    await db.inAccount(accountId, (tx) => tx.insertInto('raw_inbound').values([1, 2, 3].map(keep)).execute());
    const page = async (after = '') =>
      (
        await given.call<{ content: QuarantinedDelivery[]; last: boolean }>(
          given.ana.token,
          'GET',
          path(`/${end.id}/quarantine?size=2${after}`),
        )
      ).body;
    const first = await page();
    expect([first.content.map(({ error }) => error), first.last]).toEqual([['3', '2'], false]);
    const second = await page(`&after=${first.content[1]?.id}`);
    expect([second.content.map(({ error }) => error), second.last]).toEqual([['1'], true]);
    expect(second.content[0]).toMatchObject({ isWhole: false, original: 'x'.repeat(500) });
  });
});
