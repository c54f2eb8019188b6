import type { AuditEntry, CarrierService, CarrierServiceTrouble } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, startAdministration } from '../../../test/administration.ts';
import { givenCarrier, givenService, givenTrouble } from '../../../test/providers.ts';
import { newId } from '../../platform/clock.ts';

let given: Administration;
let carrierId: string;
let serviceId: string;
beforeAll(async () => {
  given = await startAdministration();
  carrierId = await givenCarrier(db(), { kind: 'SMPP', address: 'smpp://127.0.0.1:9' });
  serviceId = await givenService(db(), { carrierId, channelType: 'SMS' });
}, 60_000);
afterAll(() => given.close());
const db = () => given.app.database.db;

const ask = <T>(method: string, path: string) =>
  given.call<T>(given.superToken, method, `/carriers/${carrierId}/services/${serviceId}${path}`);
const listed = async (query = '') => (await ask<{ content: CarrierServiceTrouble[]; last: boolean }>('GET', `/troubles${query}`)).body;
const give = (id: string) => ask<{ given: boolean }>('POST', `/troubles/${id}/give`);

describe('what came over a service for a sender that nobody has', () => {
  it('is listed to super admins, newest first and by page, and counted with the service', async () => {
    const ids = [await givenTrouble(db(), serviceId), await givenTrouble(db(), serviceId), await givenTrouble(db(), serviceId)];
    const first = await listed('?size=2');
    expect(first.content.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.content[0]).toMatchObject({ named: '359700999999', address: '+359888000111' });
    expect(first.last).toBe(false);
    const rest = await listed(`?size=2&after=${ids[1]}`);
    expect(rest).toMatchObject({ content: [{ id: ids[0] }], last: true });
    expect((await ask<CarrierService>('GET', '')).body.troubleCount).toBe(3);
  });

  it('is another service’s to nobody', async () => {
    const other = await givenService(db(), { carrierId, channelType: 'SMS', title: newId() });
    const id = await givenTrouble(db(), other);
    for (const [method, path] of [
      ['POST', `/troubles/${id}/give`],
      ['DELETE', `/troubles/${id}`],
    ] as const)
      expect(await ask(method, path)).toMatchObject({ status: 404, body: { message: 'DELIVERY_NOT_FOUND' } });
  });

  it('stays while nobody is called so; given to whoever is by then, it arrives once, its number read as in that account', async () => {
    const id = await givenTrouble(db(), serviceId, { named: '359700555555', from: '+0888123456' });
    expect((await give(id)).body).toEqual({ given: false });
    await db().inAccount(given.account.accountId, (tx) => tx.updateTable('accounts').set({ country: 'BG' }).execute());
    const ends = `/accounts/${given.account.accountId}/sms-settings`;
    const made = await given.call<{ end: { id: string } }>(given.superToken, 'POST', ends, {
      name: 'Ours',
      sender: '+359700555555',
      serviceId,
    });
    const { end } = made.body;
    const both = await Promise.all([give(id), give(id)]);
    expect(both.some(({ body }) => body.given)).toBe(true);
    expect((await listed()).content.map((one) => one.id)).not.toContain(id);
    const arrived = () =>
      db()
        .reader(given.account.accountId)
        .selectFrom('inbound_receipts as r')
        .innerJoin('events as e', 'e.id', 'r.event_id')
        .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
        .select(['e.message', 'c.address'])
        .where('r.channel_application_id', '=', end.id)
        .execute();
    await expect.poll(arrived, { timeout: 15_000 }).toMatchObject([{ message: { text: 'Hello' }, address: '+359888123456' }]);
    const trail = await given.call<{ content: AuditEntry[] }>(given.superToken, 'GET', '/audit?kind=CARRIER_SERVICE_TROUBLE_GIVEN');
    expect(trail.body.content[0]).toMatchObject({ after: { troubleId: id, channelApplicationId: end.id } });
  });

  it('is deleted once', async () => {
    const id = await givenTrouble(db(), serviceId);
    expect((await ask('DELETE', `/troubles/${id}`)).status).toBe(200);
    expect((await ask('DELETE', `/troubles/${id}`)).status).toBe(404);
  });
});
