import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { until } from '../../test/loop-back/customers.ts';
import { startSandbox, type TestSandbox } from '../../test/sandbox.ts';
import { openProviders, providerSecrets } from '../channels/providers/index.ts';
import { createLocalBus } from '../platform/bus.ts';
import { openLog } from '../platform/log.ts';
import { deriveKey } from '../platform/secret.ts';
import type { RoomsDeps } from '../rooms/index.ts';
import { DEMO_ENDS } from './channel-ends.ts';
import { startDemoChannels } from './channels.ts';
import { DEMO_MAILBOX } from './mailbox.ts';
import { LUMEN } from './people.ts';

let app: TestApp;
let sandbox: TestSandbox;
let rooms: RoomsDeps;
const wired: RoomsDeps[] = [];
let carriersBefore: number;
const NUMBER = '+359888700711';
const USER = 'dXNlci0x';

beforeAll(async () => {
  const at = await freePort();
  app = await startApp({ env: { PARLEY_DEMO: 'on', PARLEY_SANDBOX_PORT: String(at) }, more: (parts) => void wired.push(parts.rooms) });
  [rooms] = wired as [RoomsDeps];
  carriersBefore = (await carriers()).length;
  sandbox = await startSandbox(at);
  await until(bots, (all) => all.some(({ webhook }) => webhook !== ''));
}, 60_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const bots = () => sandbox.get<{ webhook: string }[]>('/providers/viber-bot/bots');
const carriers = () => rooms.db.outsideReader().selectFrom('carriers').select(['id', 'kind', 'name', 'address']).orderBy('id').execute();
const ends = () =>
  rooms.db
    .reader(LUMEN.id)
    .selectFrom('channel_applications')
    .select(['id', 'type', 'name', 'sender', 'hook_key'])
    .where('type', 'not in', ['LIVECHAT', 'EMAIL'])
    .orderBy('id')
    .execute();
const mailbox = () =>
  rooms.db
    .reader(LUMEN.id)
    .selectFrom('channel_applications')
    .select(['name', 'sender', 'settings'])
    .where('id', '=', DEMO_MAILBOX.id)
    .executeTakeFirst();
const channelsOf = (addresses: string[]) =>
  rooms.db
    .reader(LUMEN.id)
    .selectFrom('contact_channels')
    .select(['type', 'channel_application_id', 'contact_id', 'room_id'])
    .where('address', 'in', addresses)
    .orderBy('channel_application_id')
    .execute();

describe('the demo’s channels', () => {
  it('are made once the sandbox is there, at the addresses of this start', async () => {
    expect(carriersBefore).toBe(0);
    const origin = sandbox.origin;
    expect((await carriers()).map(({ address }) => address)).toEqual([
      `${origin}/providers/sms/http`,
      `smpp://127.0.0.1:${sandbox.smppPort}`,
      `${origin}/providers/viber-carrier`,
    ]);
    expect((await ends()).map(({ id, type }) => [id, type])).toEqual(DEMO_ENDS.map(({ id, type }) => [id, type]));
  });

  it('bring what a customer writes by SMS over either carrier, by Viber and to the bot', async () => {
    for (const to of ['+35970012001', '+35970012002']) await sandbox.ask('POST', '/phone/sms/write', { from: NUMBER, to, text: 'Hello' });
    await sandbox.ask('POST', '/phone/viber/write', { number: NUMBER, sender: 'LumenHome', text: 'Hello' });
    await sandbox.ask('POST', '/phone/viber-public/write', { user: USER, name: 'Maria', text: 'Hello' });
    const channels = await until(
      () => channelsOf([NUMBER, USER]),
      (all) => all.length === 4 && all.every(({ room_id }) => room_id !== null),
    );
    expect(channels.map((one) => one.channel_application_id)).toEqual(DEMO_ENDS.map(({ id }) => id));
    const byNumber = channels.filter(({ type }) => type !== 'VIBER_PUBLIC');
    expect(new Set(byNumber.map((one) => one.contact_id)).size).toBe(1);
  });

  it('have a mailbox at the sandbox’s mail server, which fetches and signs', async () => {
    const { ports } = await sandbox.get<{ ports: { smtp: number; imap: number } }>('/providers/mail');
    const server = { host: '127.0.0.1', useSsl: false, username: DEMO_MAILBOX.sender };
    expect(await mailbox()).toMatchObject({
      sender: DEMO_MAILBOX.sender,
      settings: {
        incoming: { ...server, type: 'IMAP', port: ports.imap },
        outgoing: { ...server, port: ports.smtp },
        afterFetching: 'KEEP',
      },
    });
    const signatures = await rooms.db.reader(LUMEN.id).selectFrom('signatures').select('channel_application_id').execute();
    expect(signatures).toEqual([{ channel_application_id: DEMO_MAILBOX.id }]);
  });

  it('keep what a super admin has set, and follow the sandbox to another address', async () => {
    const [sms, smpp] = DEMO_ENDS;
    const reader = rooms.db.reader(LUMEN.id);
    await reader
      .updateTable('channel_applications')
      .set({ name: 'Ours' })
      .where('id', '=', sms?.id ?? '')
      .execute();
    await reader.updateTable('channel_applications').set({ name: 'Post' }).where('id', '=', DEMO_MAILBOX.id).execute();
    const other = await startSandbox();
    const [bus, log, key] = [createLocalBus(), openLog('silent'), deriveKey(inject('postgres').secret, 'providers:secrets')];
    const providers = openProviders({ rooms, bus, log, publicUrl: app.origin, key, adapters: [] });
    const again = startDemoChannels({ db: rooms.db, bus, log, secrets: providerSecrets(key), providers, sandboxUrl: other.origin });
    try {
      const numbers = await until(
        () => other.get<{ numbers: { number: string; carrier: string }[] }>('/phone/sms/numbers'),
        (all) => all.numbers.length === 2,
      );
      expect(numbers.numbers).toEqual([
        { number: sms?.sender, carrier: 'HTTP' },
        { number: smpp?.sender, carrier: 'SMPP' },
      ]);
      expect((await carriers()).map(({ address }) => address)).toEqual([
        `${other.origin}/providers/sms/http`,
        `smpp://127.0.0.1:${other.smppPort}`,
        `${other.origin}/providers/viber-carrier`,
      ]);
      const { ports } = await other.get<{ ports: { smtp: number; imap: number } }>('/providers/mail');
      expect(await mailbox()).toMatchObject({ name: 'Post', settings: { incoming: { port: ports.imap }, outgoing: { port: ports.smtp } } });
      expect((await ends()).map(({ name }) => name)).toEqual(['Ours', ...DEMO_ENDS.slice(1).map(({ name }) => name)]);
    } finally {
      await again.stop();
      await other.close();
    }
  });
});
