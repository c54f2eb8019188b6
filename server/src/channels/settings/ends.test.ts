import type { AuditEntry, ChannelHealth, SmsSetting, ToldProvider, ViberChannel, ViberSupport } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../../test/administration.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { givenAccount, type TestAccount } from '../../../test/people.ts';
import { givenCarrier, givenEnd, givenService } from '../../../test/providers.ts';
import { newId } from '../../platform/clock.ts';
import type { Adapter, Connection, ConnectionTest } from '../providers/index.ts';

interface Stored<End> {
  end: End;
  told: ToldProvider;
}

/** What Viber was told, and what it says to that. */
let told: Array<{ what: 'connect' | 'disconnect'; token: string | undefined; hookAddress: string }> = [];
let says: () => Promise<ConnectionTest>;
const hear = (what: 'connect' | 'disconnect') => async (connection: Connection) => {
  told.push({ what, token: connection.secrets.token, hookAddress: connection.hookAddress });
  return says();
};
/** A channel whose provider wants to be told where to call. */
const bots: Adapter = {
  ...loopBack({ type: 'VIBER_PUBLIC', origin: 'http://127.0.0.1:9', takesKey: false }),
  test: async () => ({ ok: true }),
  connect: hear('connect'),
  disconnect: hear('disconnect'),
};

let given: Administration;
let other: TestAccount;
let services: { twoWay: string; oneWay: string; viber: string };
beforeAll(async () => {
  given = await startAdministration({}, ({ adapt }) => adapt(() => bots));
  const { db } = given.app.database;
  other = await givenAccount(db, 'Orion');
  const carrierId = await givenCarrier(db, { kind: 'HTTP', address: 'https://carrier.example', name: 'Danube' });
  services = {
    twoWay: await givenService(db, { carrierId, channelType: 'SMS', title: 'Numbers' }),
    oneWay: await givenService(db, { carrierId, channelType: 'SMS', title: 'Names', communicationType: 'ONE_WAY' }),
    viber: await givenService(db, { carrierId, channelType: 'VIBER', title: 'Viber' }),
  };
}, 60_000);
afterAll(() => given.close());
beforeEach(() => {
  told = [];
  says = async () => ({ ok: true, answer: 'ok' });
});

type Kind = 'sms-settings' | 'viber-channels' | 'viber-supports';
const path = (kind: Kind, id = '', accountId = given.account.accountId) => `/accounts/${accountId}/${kind}${id === '' ? '' : `/${id}`}`;
const ask = <T = Record<string, unknown>>(method: string, where: string, body?: unknown) =>
  given.call<T>(given.superToken, method, where, body);
let numbers = 0;
const freshNumber = () => `+35970011${String(++numbers).padStart(4, '0')}`;
const makeSms = (fields: object = {}) =>
  ask<Stored<SmsSetting>>('POST', path('sms-settings'), { name: newId(), sender: freshNumber(), serviceId: services.twoWay, ...fields });
const makeBot = (fields: object = {}) =>
  ask<Stored<ViberSupport>>('POST', path('viber-supports'), { name: newId(), token: 'token-1', chatUri: newId(), ...fields });
const change = <End>(kind: Kind, id: string, fields: Record<string, unknown>) =>
  ask<Stored<End>>('PATCH', path(kind, id), replacing(fields));
const rowOf = (id: string) =>
  given.app.database.db
    .reader(given.account.accountId)
    .selectFrom('channel_applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
/** Somebody was written to over it. */
async function use(id: string, type: string): Promise<void> {
  const { accountId } = given.account;
  await given.app.database.db.inAccount(accountId, async (tx) => {
    const contactId = newId();
    await tx.insertInto('contacts').values({ id: contactId, account_id: accountId }).execute();
    const row = { id: newId(), account_id: accountId, contact_id: contactId, channel_application_id: id, type, address: freshNumber() };
    await tx.insertInto('contact_channels').values(row).execute();
  });
}

describe('SMS settings', () => {
  it('are made, found, sorted and changed on the record', async () => {
    const { body } = await makeSms({ name: 'Orders', sender: '00359 700 12-345' });
    expect(body).toMatchObject({
      told: null,
      end: {
        name: 'Orders',
        sender: '+35970012345',
        status: 'active',
        wasUsed: false,
        service: { title: 'Numbers', carrierName: 'Danube', communicationType: 'TWO_WAY' },
      },
    });
    const { hook_key, ...row } = (await rowOf(body.end.id)) ?? { hook_key: '' };
    expect(row).toMatchObject({ type: 'SMS', communication_type: 'TWO_WAY', active: true, secrets: null });
    expect(body.end.hookAddress).toBe(`${given.app.origin}/hooks/sms/${hook_key}`);
    const { body: changed } = await change<SmsSetting>('sms-settings', body.end.id, { name: 'Returns', status: 'inactive' });
    expect(changed.end).toMatchObject({ name: 'Returns', status: 'inactive' });
    const [entry] = await given.trail('CHANNEL_END_CHANGED');
    expect(entry).toMatchObject({
      actor: { role: 'superAdmin' },
      entity: { type: 'SMS_SETTING', id: body.end.id, name: 'Returns' },
      before: { name: 'Orders', status: 'active' },
      after: { name: 'Returns', status: 'inactive' },
    });
    await makeSms({ name: 'Zebra' });
    const list = async (query: string) =>
      (await ask<{ content: SmsSetting[] }>('GET', `${path('sms-settings')}?${query}`)).body.content.map(({ name }) => name);
    expect(await list('search=ZEB')).toEqual(['Zebra']);
    expect(await list('search=%2B35970012')).toEqual(['Returns']);
    expect(await list('status=inactive')).toEqual(['Returns']);
    expect((await list('sort=name,desc'))[0]).toBe('Zebra');
    expect((await list('sort=status,desc'))[0]).toBe('Returns');
  });

  it('send from a name only where nobody can answer', async () => {
    expect(await makeSms({ sender: 'My Shop' })).toMatchObject({ status: 422, key: 'SENDER_NAME_ONE_WAY' });
    const { body } = await makeSms({ sender: 'My Shop', serviceId: services.oneWay });
    expect(body.end).toMatchObject({ sender: 'My Shop', service: { communicationType: 'ONE_WAY' } });
    expect(await rowOf(body.end.id)).toMatchObject({ communication_type: 'ONE_WAY' });
    const kept = await change('sms-settings', body.end.id, { serviceId: services.twoWay });
    expect(kept).toMatchObject({ status: 422, key: 'SENDER_NAME_ONE_WAY' });
    const both = await change<SmsSetting>('sms-settings', body.end.id, { serviceId: services.twoWay, sender: '1917' });
    expect(both.body.end).toMatchObject({ sender: '1917', service: { title: 'Numbers' } });
    expect(await rowOf(body.end.id)).toMatchObject({ communication_type: 'TWO_WAY' });
  });

  it('have a sender of their own where somebody answers, over all accounts', async () => {
    const sender = freshNumber();
    const theirs = { name: 'Theirs', sender, serviceId: services.twoWay };
    const both = await Promise.all([makeSms({ sender }), ask('POST', path('sms-settings', '', other.accountId), theirs)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject({ key: 'SENDER_TAKEN' });
    // Nothing comes in by a name, and each account may bear it.
    const shop = { sender: 'Shared', serviceId: services.oneWay };
    expect(await makeSms(shop)).toMatchObject({ status: 200 });
    expect(await ask('POST', path('sms-settings', '', other.accountId), { name: 'Names', ...shop })).toMatchObject({ status: 200 });
  });

  it('speak through a service of their channel that is there', async () => {
    expect(await makeSms({ serviceId: services.viber })).toMatchObject({ status: 422, key: 'CARRIER_SERVICE_OF_OTHER_CHANNEL' });
    expect(await makeSms({ serviceId: newId() })).toMatchObject({ status: 404, key: 'CARRIER_SERVICE_NOT_FOUND' });
    const { body } = await makeSms();
    const gone = await change('sms-settings', body.end.id, { serviceId: newId() });
    expect(gone).toMatchObject({ status: 404, key: 'CARRIER_SERVICE_NOT_FOUND' });
  });

  it('have names of their own in the account, and are made once by one id', async () => {
    const asked = { name: 'One name', sender: freshNumber(), clientEndId: newId() };
    const [first, again] = await Promise.all([makeSms(asked), makeSms(asked)]);
    expect(again.body).toEqual(first.body);
    expect(await makeSms({ ...asked, name: 'Another' })).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect(await makeSms({ name: 'ONE NAME' })).toMatchObject({ status: 409, key: 'CHANNEL_END_NAME_TAKEN' });
    expect(await makeSms({ name: 'One\u200b  name' })).toMatchObject({ status: 409, key: 'CHANNEL_END_NAME_TAKEN' });
    const second = await makeSms();
    expect(await change('sms-settings', second.body.end.id, { name: 'One Name' })).toMatchObject({
      status: 409,
      key: 'CHANNEL_END_NAME_TAKEN',
    });
  });

  it('are given another address, and the one before it is nobody’s', async () => {
    const { body } = await makeSms();
    const { body: moved } = await ask<Stored<SmsSetting>>('POST', `${path('sms-settings', body.end.id)}/hook-address`);
    expect(moved.end.hookAddress).toMatch(/\/hooks\/sms\/[0-9a-f]{64}$/);
    expect(moved.end.hookAddress).not.toBe(body.end.hookAddress);
    expect((await fetch(body.end.hookAddress, { method: 'POST' })).status).toBe(404);
    const [entry] = await given.trail('CHANNEL_END_READDRESSED');
    expect(entry?.after).toEqual({ hookAddress: 'SECRET_CHANGED' });
    expect(JSON.stringify(entry)).not.toContain(moved.end.hookAddress.split('/').at(-1));
  });

  it('are deleted while nothing went over them, and switched off after that', async () => {
    const [unused, used] = [(await makeSms()).body.end, (await makeSms()).body.end];
    await use(used.id, 'SMS');
    expect((await ask<SmsSetting>('GET', path('sms-settings', used.id))).body.wasUsed).toBe(true);
    expect(await ask('DELETE', path('sms-settings', used.id))).toMatchObject({ status: 409, key: 'CHANNEL_END_WAS_USED' });
    expect(await change('sms-settings', used.id, { status: 'inactive' })).toMatchObject({ status: 200 });
    expect(await ask('DELETE', path('sms-settings', unused.id))).toMatchObject({ status: 200 });
    expect(await rowOf(unused.id)).toBeUndefined();
    expect(await ask('GET', path('sms-settings', unused.id))).toMatchObject({ status: 404, key: 'SMS_SETTING_NOT_FOUND' });
    // What came in by its address, and nobody has read yet, keeps it too.
    const waited = (await makeSms()).body.end;
    const { accountId } = given.account;
    const raw = { id: newId(), account_id: accountId, channel_application_id: waited.id, address: '', delivery_key: newId(), body: '{}' };
    await given.app.database.db.inAccount(accountId, (tx) =>
      tx
        .insertInto('raw_inbound')
        .values({ ...raw, state: 'DONE' })
        .execute(),
    );
    expect(await ask('DELETE', path('sms-settings', waited.id))).toMatchObject({ status: 409, key: 'CHANNEL_END_WAS_USED' });
  });
});

describe('Viber channels', () => {
  const body = () => ({ name: newId(), sender: newId(), serviceId: services.viber });

  it('are stood in for by Parley in the name of an active SMS sender of the account alone, and say so when it is gone', async () => {
    const { db } = given.app.database;
    const carrierId = await givenCarrier(db, { kind: 'HTTP', address: 'https://stands-in.example', settings: { fallbackBy: 'PARLEY' } });
    const serviceId = await givenService(db, { carrierId, channelType: 'VIBER' });
    const wants = (fallbackSender: string) =>
      ask<Stored<ViberChannel>>('POST', path('viber-channels'), { ...body(), serviceId, fallbackSender });
    expect(await wants('NOBODYS')).toMatchObject({ status: 422, key: 'FALLBACK_SENDER_NOT_OF_ACCOUNT' });
    const { accountId } = given.account;
    const sms = await givenEnd(db, given.account, { type: 'SMS', name: newId(), sender: 'STANDSIN', communicationType: 'ONE_WAY' });
    const { body: made } = await wants('STANDSIN');
    expect(made.end.fallbackSender).toBe('STANDSIN');
    const lacks = async () => (await ask<ChannelHealth>('GET', `/accounts/${accountId}/channel-health/${made.end.id}`)).body.fallbackLacks;
    expect(await lacks()).toBeNull();
    const off = { active: false };
    await db.inAccount(accountId, (tx) => tx.updateTable('channel_applications').set(off).where('id', '=', sms.id).execute());
    expect(await lacks()).toBe('STANDSIN');
    // Another part of it is nobody's concern of that.
    expect(await change('viber-channels', made.end.id, { name: newId() })).toMatchObject({ status: 200 });
    expect(await change('viber-channels', made.end.id, { ttlSeconds: 90, fallbackSender: 'STANDSIN' })).toMatchObject({ status: 422 });
    expect(await change('viber-channels', made.end.id, { fallbackSender: '' })).toMatchObject({ status: 200 });
  });

  it('keep how long Viber tries, and who sends the text message instead', async () => {
    const { body: made } = await ask<Stored<ViberChannel>>('POST', path('viber-channels'), body());
    expect(made.end).toMatchObject({ ttlSeconds: 1_209_600, fallbackSender: '', service: { title: 'Viber' } });
    const { body: changed } = await change<ViberChannel>('viber-channels', made.end.id, { ttlSeconds: 60, fallbackSender: 'Shop' });
    expect(changed.end).toMatchObject({ ttlSeconds: 60, fallbackSender: 'Shop', sender: made.end.sender });
    expect(await rowOf(made.end.id)).toMatchObject({ settings: { ttlSeconds: 60, fallbackSender: 'Shop' } });
    // Another part alone leaves this one.
    const { body: again } = await change<ViberChannel>('viber-channels', made.end.id, { fallbackSender: '' });
    expect(again.end).toMatchObject({ ttlSeconds: 60, fallbackSender: '' });
  });

  it.each([
    ['ttlSeconds', 29],
    ['ttlSeconds', 1_209_601],
    ['ttlSeconds', 60.5],
    ['fallbackSender', 'Магазин'],
    ['fallbackSender', '12'],
    ['sender', ' '],
    ['status', 'paused'],
  ])('take no %s of %s', async (field, value) => {
    const { status, body: refused } = await ask<{ errors: Array<{ params: { field: string } }> }>('POST', path('viber-channels'), {
      ...body(),
      [field]: value,
    });
    expect([status, refused.errors[0]?.params.field]).toEqual([400, `body.${field}`]);
  });

  it('are no SMS settings', async () => {
    const { body: made } = await ask<Stored<ViberChannel>>('POST', path('viber-channels'), body());
    expect(await ask('GET', path('sms-settings', made.end.id))).toMatchObject({ status: 404, key: 'SMS_SETTING_NOT_FOUND' });
    expect(await ask('DELETE', path('viber-supports', made.end.id))).toMatchObject({ status: 404, key: 'VIBER_SUPPORT_NOT_FOUND' });
    const sms = await ask('POST', path('viber-channels'), { ...body(), serviceId: services.twoWay });
    expect(sms).toMatchObject({ status: 422, key: 'CARRIER_SERVICE_OF_OTHER_CHANNEL' });
  });
});

describe('Viber supports', () => {
  it('tell Viber where to call when they are stored, and keep the token to themselves', async () => {
    const { body } = await makeBot({ chatUri: 'viber://pa?chatURI=birch-brook', token: 'between-us', welcomeText: 'Hello' });
    expect(body).toMatchObject({ told: { problem: null, answer: 'ok' }, end: { chatUri: 'birch-brook', welcomeText: 'Hello' } });
    expect(told).toEqual([{ what: 'connect', token: 'between-us', hookAddress: body.end.hookAddress }]);
    const trail = await given.trail('CHANNEL_END_CREATED');
    expect(trail[0]?.after).toMatchObject({ chatUri: 'birch-brook', token: 'SECRET_CHANGED' });
    const answers = [
      body,
      (await ask('GET', path('viber-supports', body.end.id))).body,
      (await ask('GET', path('viber-supports'))).body,
      trail,
    ];
    expect(JSON.stringify(answers)).not.toContain('between-us');
    expect((await rowOf(body.end.id))?.secrets?.includes('between-us')).toBe(false);
  });

  it('tell Viber to call no more when they are switched off, deleted, or have another token', async () => {
    const { end } = (await makeBot()).body;
    told = [];
    await change('viber-supports', end.id, { token: 'token-2' });
    expect(told.map(({ what, token }) => `${what} ${token}`)).toEqual(['disconnect token-1', 'connect token-2']);
    told = [];
    const off = await change('viber-supports', end.id, { status: 'inactive' });
    expect(off.body.told).toEqual({ problem: null, answer: 'ok' });
    await change('viber-supports', end.id, { status: 'active' });
    expect(told.map(({ what }) => what)).toEqual(['disconnect', 'connect']);
    told = [];
    const { body: moved } = await ask<Stored<ViberSupport>>('POST', `${path('viber-supports', end.id)}/hook-address`);
    expect(told).toEqual([{ what: 'connect', token: 'token-2', hookAddress: moved.end.hookAddress }]);
    told = [];
    await ask('DELETE', path('viber-supports', end.id));
    expect(told).toEqual([{ what: 'disconnect', token: 'token-2', hookAddress: moved.end.hookAddress }]);
  });

  it('are stored also when Viber refuses, is away or breaks, and say so', async () => {
    says = async () => ({ ok: false, problem: 'REFUSED', answer: 'invalidAuthToken' });
    const { body } = await makeBot();
    expect(body.told).toEqual({ problem: 'REFUSED', answer: 'invalidAuthToken' });
    const { accountId } = given.account;
    const health = await ask<ChannelHealth>('GET', `/accounts/${accountId}/channel-health/${body.end.id}`);
    expect(health.body.test).toMatchObject({ problem: 'REFUSED', answer: 'invalidAuthToken' });
    says = async () => Promise.reject(new Error('broken'));
    const { body: again } = await change('viber-supports', body.end.id, { name: 'Kept' });
    expect(again).toMatchObject({ told: { problem: 'UNREACHABLE', answer: '' }, end: { name: 'Kept' } });
    expect(await ask('DELETE', path('viber-supports', body.end.id))).toMatchObject({ status: 200 });
  });

  it('are one for one bot, over all accounts', async () => {
    const chatUri = newId();
    const theirs = { name: 'Theirs', token: 'token-1', chatUri: chatUri.toUpperCase() };
    const both = await Promise.all([makeBot({ chatUri }), ask('POST', path('viber-supports', '', other.accountId), theirs)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject({ key: 'CHAT_URI_TAKEN' });
  });
});

describe('ends of channels', () => {
  it('are nothing to admins, supervisors and agents, whether their account’s or another’s', async () => {
    const { end } = (await makeSms()).body;
    const people = [given.ana, await given.person('Sava', { role: 'supervisor' }), await given.person('Agata', { role: 'agent' })];
    for (const { token } of people)
      for (const where of [
        path('sms-settings'),
        path('sms-settings', end.id),
        path('viber-channels'),
        path('viber-supports', '', other.accountId),
      ])
        expect(await given.call(token, 'GET', where)).toMatchObject({ status: 403, key: 'ERROR_FORBIDDEN' });
    for (const method of ['PATCH', 'DELETE'])
      expect(
        await given.call(
          given.ana.token,
          method,
          path('sms-settings', end.id),
          method === 'PATCH' ? replacing({ name: 'Mine' }) : undefined,
        ),
      ).toMatchObject({
        status: 403,
      });
    expect((await rowOf(end.id))?.name).toBe(end.name);
  });

  it('stand behind the wall of their account', async () => {
    const { end } = (await makeSms()).body;
    expect(await ask('GET', path('sms-settings', end.id, other.accountId))).toMatchObject({ status: 404, key: 'SMS_SETTING_NOT_FOUND' });
    expect(await ask('DELETE', path('sms-settings', end.id, other.accountId))).toMatchObject({ status: 404 });
    const { body } = await ask<{ content: SmsSetting[] }>('GET', `${path('sms-settings', '', other.accountId)}?size=100`);
    expect(body.content.every(({ accountId }) => accountId === other.accountId)).toBe(true);
    const looks = (await ask<{ content: AuditEntry[] }>('GET', `/accounts/${other.accountId}/audit?kind=ACCOUNT_READ`)).body.content;
    expect(looks.map(({ entity }) => entity.type)).toContain('SMS_SETTINGS');
    expect(await ask('GET', path('sms-settings', '', newId()))).toMatchObject({ status: 404, key: 'ACCOUNT_NOT_FOUND' });
  });
});
