import type { AuditEntry, Carrier, CarrierService, ErrorBody } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../../test/administration.ts';
import { givenEnd } from '../../../test/providers.ts';
import { newId } from '../../platform/clock.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

interface Page<T> {
  content: T[];
  totalElements: number;
}
const ask = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  given.call<T>(given.superToken, method, path, body);
const http = (name: string, more: object = {}) => ({ name, kind: 'HTTP', address: 'https://carrier.example/api', ...more });
const makeCarrier = async (name: string, more: object = {}) => (await ask<Carrier>('POST', '/carriers', http(name, more))).body;
const service = (title: string, more: object = {}) => ({
  title,
  username: 'lumen',
  password: 'made up',
  channelType: 'SMS',
  communicationType: 'TWO_WAY',
  ...more,
});
const makeService = async (carrierId: string, title: string, more: object = {}) =>
  (await ask<CarrierService>('POST', `/carriers/${carrierId}/services`, service(title, more))).body;
const change = <T>(path: string, fields: Record<string, unknown>) => ask<T>('PATCH', path, replacing(fields));
/** The newest deeds of the installation of one kind. */
const trail = async (kind: AuditEntry['kind']) => (await ask<{ content: AuditEntry[] }>('GET', `/audit?kind=${kind}`)).body.content;

describe('carriers', () => {
  it('are made with what is usual of their kind, found, sorted and changed', async () => {
    const danube = await makeCarrier(' Danube ', { networkId: '28401' });
    expect(danube).toMatchObject({ name: 'Danube', networkId: '28401', reseller: false, serviceCount: 0 });
    expect(danube.settings).toEqual({ perSecond: null, fallbackBy: 'CARRIER' });
    const { body: smpp } = await ask<Carrier>('POST', '/carriers', {
      name: 'Rila',
      kind: 'SMPP',
      address: 'ssmpp://rila.example:3550',
      reseller: true,
      settings: { window: 5 },
    });
    expect(smpp.settings).toMatchObject({ window: 5, longTexts: 'UDH', receiptIds: 'ANY', resendsUnknown: false });
    const list = async (query: string) => (await ask<Page<Carrier>>('GET', `/carriers?${query}`)).body.content.map(({ name }) => name);
    expect(await list('search=284')).toEqual(['Danube']);
    expect(await list('search=RILA.EX')).toEqual(['Rila']);
    expect(await list('kind=SMPP')).toEqual(['Rila']);
    expect(await list('sort=name,desc')).toEqual(['Rila', 'Danube']);
    const { body: changed } = await change<Carrier>(`/carriers/${smpp.id}`, {
      name: 'Pirin',
      'settings/window': 20,
      'settings/perSecond': 50,
    });
    expect(changed).toMatchObject({ name: 'Pirin', settings: { window: 20, perSecond: 50 } });
    expect((await ask<Carrier>('GET', `/carriers/${smpp.id}`)).body).toEqual(changed);
    const [entry] = await trail('CARRIER_CHANGED');
    expect(entry).toMatchObject({
      actor: { role: 'superAdmin' },
      entity: { type: 'CARRIER', id: smpp.id, name: 'Pirin' },
      before: { name: 'Rila', 'settings.window': 5, 'settings.perSecond': null },
      after: { name: 'Pirin', 'settings.window': 20, 'settings.perSecond': 50 },
    });
  });

  it('have names of their own, also when two are made at the same moment', async () => {
    const both = await Promise.all([ask('POST', '/carriers', http('Vitosha')), ask('POST', '/carriers', http('vitosha'))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const other = await makeCarrier('Balkan');
    expect(await change(`/carriers/${other.id}`, { name: 'VITOSHA' })).toMatchObject({ status: 409, key: 'CARRIER_NAME_TAKEN' });
    expect(await change(`/carriers/${other.id}`, { name: 'BALKAN' })).toMatchObject({ status: 200 });
  });

  it('are one for one id of their maker', async () => {
    const body = { ...http('Once'), clientCarrierId: newId() };
    const [first, again] = await Promise.all([ask<Carrier>('POST', '/carriers', body), ask<Carrier>('POST', '/carriers', body)]);
    expect(again.body).toEqual(first.body);
    expect(await ask('POST', '/carriers', { ...body, name: 'Twice' })).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
  });

  it.each([
    ['HTTP', 'smpp://carrier.example:2775'],
    ['SMPP', 'https://carrier.example'],
    ['INFOBIP', 'smpp://carrier.example:2775'],
  ])('of the kind %s are not reached at %s', async (kind, address) => {
    const refused = { status: 422, key: 'CARRIER_ADDRESS_OF_OTHER_KIND' };
    expect(await ask('POST', '/carriers', { name: newId(), kind, address })).toMatchObject(refused);
  });

  it.each([
    'carrier.example',
    'https://user:secret@carrier.example',
    'https://carrier.example?key=1',
    'ftp://carrier.example',
    'smpp://carrier.example',
    'smpp://carrier.example:port',
    'javascript:alert(1)',
    ' ',
  ])('are not reached at “%s”, whatever their kind', async (address) => {
    const { status, body } = await ask<ErrorBody>('POST', '/carriers', http(newId(), { address }));
    expect([status, body.errors[0]?.params.field]).toEqual([400, 'body.address']);
  });

  it('keep what two set of them at once, each setting by itself', async () => {
    const { id } = await makeCarrier('Belasitsa', { kind: 'SMPP', address: 'smpp://belasitsa.example:2775' });
    await Promise.all([
      change(`/carriers/${id}`, { 'settings/perSecond': 30 }),
      change(`/carriers/${id}`, { 'settings/window': 4 }),
      change(`/carriers/${id}`, { 'settings/resendsUnknown': true }),
    ]);
    const { body } = await ask<Carrier>('GET', `/carriers/${id}`);
    expect(body.settings).toMatchObject({ perSecond: 30, window: 4, resendsUnknown: true, longTexts: 'UDH' });
    const wrong = async (path: string, value: unknown, of = id) => {
      const { status, body } = await ask<ErrorBody>('PATCH', `/carriers/${of}`, [{ op: 'replace', path, value }]);
      return [status, body.errors?.[0]?.params.field];
    };
    expect(await wrong('settings/window', 0)).toEqual([400, 'body.0.value']);
    expect(await wrong('settings', { window: 1 })).toEqual([400, 'body.0.path']);
    expect(await wrong('settings/fallbackBy', 'PARLEY')).toEqual([400, 'body.settings']);
    const other = await makeCarrier('Osogovo');
    expect(await wrong('settings/window', 4, other.id)).toEqual([400, 'body.settings']);
  });

  it('are told apart by what can be seen of their names and of their services’', async () => {
    const rodopi = await makeCarrier('Western Rodopi');
    for (const name of ['Western  Rodopi', 'WESTERN\u00a0RODOPI', 'West\u200bern Rodopi', 'Ｗestern Rodopi']) {
      expect([name, await ask('POST', '/carriers', http(name))]).toMatchObject([name, { status: 409, key: 'CARRIER_NAME_TAKEN' }]);
    }
    await makeService(rodopi.id, 'Two way');
    expect(await ask('POST', `/carriers/${rodopi.id}/services`, service('Two\u2060  way'))).toMatchObject({
      status: 409,
      key: 'CARRIER_SERVICE_TITLE_TAKEN',
    });
    expect(await change(`/carriers/${rodopi.id}`, { name: 'Western  Rodopi' })).toMatchObject({ status: 200 });
  });

  it('take settings of their kind alone, and name what does not fit', async () => {
    const bad = async (settings: object, more: object = {}) => {
      const { status, body } = await ask<ErrorBody>('POST', '/carriers', http(newId(), { settings, ...more }));
      return [status, body.errors[0]?.params.field];
    };
    expect(await bad({ window: 5 })).toEqual([400, 'body.settings']);
    expect(await bad({ perSecond: 0 })).toEqual([400, 'body.settings.perSecond']);
    const smpp = { kind: 'SMPP', address: 'smpp://carrier.example:2775' };
    expect(await bad({ longTexts: 'PIGEON' }, smpp)).toEqual([400, 'body.settings.longTexts']);
    expect(await bad({ fallbackBy: 'PARLEY' }, smpp)).toEqual([400, 'body.settings']);
  });

  it('go when they have no services, and say otherwise which those are', async () => {
    const carrier = await makeCarrier('Rhodope');
    const numbers = await makeService(carrier.id, 'Numbers');
    const refused = await ask<ErrorBody>('DELETE', `/carriers/${carrier.id}`);
    expect(refused).toMatchObject({ status: 409, key: 'CARRIER_IN_USE' });
    expect(refused.body.errors).toEqual([
      { message: 'CARRIER_IN_USE', params: { kind: 'SERVICE', id: numbers.id, name: 'Numbers', count: 1 } },
    ]);
    expect(await ask('DELETE', `/carriers/${carrier.id}/services/${numbers.id}`)).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `/carriers/${carrier.id}`)).toMatchObject({ status: 200 });
    expect(await ask('GET', `/carriers/${carrier.id}`)).toMatchObject({ status: 404, key: 'CARRIER_NOT_FOUND' });
    expect((await trail('CARRIER_DELETED'))[0]).toMatchObject({ entity: { id: carrier.id, name: 'Rhodope' } });
  });
});

describe('services of carriers', () => {
  it('keep their password to themselves', async () => {
    const carrier = await makeCarrier('Struma');
    const made = await makeService(carrier.id, 'Numbers', { password: 'between us' });
    expect(made).toMatchObject({ title: 'Numbers', username: 'lumen', useCount: 0 });
    await change(`/carriers/${carrier.id}/services/${made.id}`, { password: 'another', username: 'orion' });
    const [entry] = await trail('CARRIER_SERVICE_CHANGED');
    expect(entry).toMatchObject({ before: { username: 'lumen' }, after: { username: 'orion', password: 'SECRET_CHANGED' } });
    const answers = [
      made,
      (await ask('GET', `/carriers/${carrier.id}/services/${made.id}`)).body,
      (await ask('GET', `/carriers/${carrier.id}/services`)).body,
      (await ask('GET', '/carrier-services?channelType=SMS')).body,
      await trail('CARRIER_SERVICE_CREATED'),
      entry,
    ];
    expect(JSON.stringify(answers)).not.toMatch(/between us|another/);
    const row = await given.app.database.db
      .outsideReader()
      .selectFrom('carrier_services')
      .select('password')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(row.password.includes('another')).toBe(false);
  });

  it('are made once, have titles of their own in their carrier, and no Viber over SMPP', async () => {
    const carrier = await makeCarrier('Maritsa');
    const path = `/carriers/${carrier.id}/services`;
    const body = { ...service('Numbers'), clientServiceId: newId() };
    const [first, again] = await Promise.all([ask('POST', path, body), ask('POST', path, body)]);
    expect(again.body).toEqual(first.body);
    const other = { ...body, password: 'another' };
    expect(await ask('POST', path, other)).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect(await ask('POST', path, service('NUMBERS'))).toMatchObject({ status: 409, key: 'CARRIER_SERVICE_TITLE_TAKEN' });
    const smpp = await makeCarrier('Tundzha', { kind: 'SMPP', address: 'smpp://tundzha.example:2775' });
    const viber = service('Viber', { channelType: 'VIBER' });
    expect(await ask('POST', `/carriers/${smpp.id}/services`, viber)).toMatchObject({ status: 422, key: 'CARRIER_WITHOUT_CHANNEL' });
    const sms = await makeService(smpp.id, 'Numbers');
    const toViber = await change(`/carriers/${smpp.id}/services/${sms.id}`, { channelType: 'VIBER' });
    expect(toViber).toMatchObject({ status: 422, key: 'CARRIER_WITHOUT_CHANNEL' });
    expect(await ask('GET', `/carriers/${carrier.id}/services/${sms.id}`)).toMatchObject({ status: 404, key: 'CARRIER_SERVICE_NOT_FOUND' });
  });

  it('stay what they are, and stay, while ends of channels speak through them, and say which', async () => {
    const carrier = await makeCarrier('Iskar');
    const made = await makeService(carrier.id, 'Numbers');
    const path = `/carriers/${carrier.id}/services/${made.id}`;
    const { db } = given.app.database;
    const end = await givenEnd(db, given.account, { type: 'SMS', name: 'Orders', sender: '+359700111222', serviceId: made.id });
    const use = {
      kind: 'SMS',
      id: end.id,
      name: 'Orders',
      accountId: given.account.accountId,
      accountName: 'Lumen',
      count: 1,
    };
    const removed = await ask<ErrorBody>('DELETE', path);
    expect(removed).toMatchObject({ status: 409, key: 'CARRIER_SERVICE_IN_USE' });
    expect(removed.body.errors).toEqual([{ message: 'CARRIER_SERVICE_IN_USE', params: use }]);
    expect(await change(path, { communicationType: 'ONE_WAY' })).toMatchObject({ status: 409, key: 'CARRIER_SERVICE_TYPES_IN_USE' });
    expect(await change(path, { channelType: 'VIBER' })).toMatchObject({ status: 409, key: 'CARRIER_SERVICE_TYPES_IN_USE' });
    // What is no other than before is no change of it.
    expect(await change(path, { communicationType: 'TWO_WAY', title: 'Two-way' })).toMatchObject({
      status: 200,
      body: { title: 'Two-way', useCount: 1 },
    });
    await db.inAccount(given.account.accountId, (tx) => tx.deleteFrom('channel_applications').where('id', '=', end.id).execute());
    expect(await change(path, { communicationType: 'ONE_WAY' })).toMatchObject({ status: 200 });
    expect(await ask('DELETE', path)).toMatchObject({ status: 200 });
  });

  it('that are set otherwise let what waits be tried at once, and nothing of what goes', async () => {
    const carrier = await makeCarrier('Osam');
    const made = await makeService(carrier.id, 'Numbers');
    const { db } = given.app.database;
    const ends = await Promise.all([true, false].map(() => givenEnd(db, given.account, { type: 'SMS', serviceId: made.id })));
    const [waits, goes] = ends.map(({ id }) => id);
    const on = db.reader(given.account.accountId);
    const later = new Date(Date.now() + 600_000).toISOString();
    const health = { account_id: given.account.accountId, retry_at: later };
    await on
      .insertInto('channel_health')
      .values([
        { ...health, channel_application_id: waits ?? '', opened_at: new Date().toISOString() },
        { ...health, channel_application_id: goes ?? '', opened_at: null },
      ])
      .execute();
    const isLater = async () => {
      const rows = await on
        .selectFrom('channel_health')
        .select(['channel_application_id', 'retry_at'])
        .where('retry_at', '>', later.slice(0, 16))
        .execute();
      return [waits, goes].map((id) => rows.some((row) => row.channel_application_id === id));
    };
    const path = `/carriers/${carrier.id}/services/${made.id}`;
    expect(await change(path, { title: 'Numbers' })).toMatchObject({ status: 200 });
    expect(await isLater()).toEqual([true, true]);
    expect(await change(path, { password: 'another one' })).toMatchObject({ status: 200 });
    expect(await isLater()).toEqual([false, true]);
    await on
      .updateTable('channel_health')
      .set({ retry_at: later })
      .where('channel_application_id', '=', waits ?? '')
      .execute();
    expect(await change(`/carriers/${carrier.id}`, { address: 'https://osam.example/new' })).toMatchObject({ status: 200 });
    expect(await isLater()).toEqual([false, true]);
    await db.inAccount(given.account.accountId, (tx) => tx.deleteFrom('channel_applications').where('service_id', '=', made.id).execute());
  });

  it('are told by channel to whoever sets one, and to nobody else', async () => {
    const carrier = await makeCarrier('Ogosta');
    await makeService(carrier.id, 'Business messages', { channelType: 'VIBER', communicationType: 'ONE_WAY' });
    const { body } = await ask<{ content: Array<{ title: string }> }>('GET', '/carrier-services?channelType=VIBER');
    expect(body.content).toEqual([
      expect.objectContaining({ carrierName: 'Ogosta', title: 'Business messages', communicationType: 'ONE_WAY' }),
    ]);
    for (const path of ['/carriers', `/carriers/${carrier.id}`, `/carriers/${carrier.id}/services`, '/carrier-services?channelType=VIBER'])
      expect(await given.call(given.ana.token, 'GET', path)).toMatchObject({ status: 403, key: 'ERROR_FORBIDDEN' });
  });
});
