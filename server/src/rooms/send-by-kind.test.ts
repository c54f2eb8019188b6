import { Readable } from 'node:stream';
import type { SendEmail } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { someEmail } from '../../test/emails.ts';
import { loopBack } from '../../test/loop-back/channel.ts';
import { givenApplication, givenCustomer, newAddress, type TestCustomer, until } from '../../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { receiveUpload } from '../files/index.ts';
import { openLog } from '../platform/log.ts';
import { startDelivering } from './delivery/deliver.ts';
import { receiveFromProvider } from './inbound/receive-from-provider.ts';
import { scheduleMessage } from './scheduled/schedule.ts';
import { startSending } from './scheduled/scheduled-clock.ts';
import { sendFile, sendText } from './send.ts';
import { sendEmail, sendSms } from './send-by-kind.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let elena: Actor;
let provider: Provider;
let bySms: TestCustomer;
let byEmail: TestCustomer;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  provider = await startProvider({ knowsKeys: true });
  for (const type of ['SMS', 'EMAIL'] as const) rooms.deps.channels.register(loopBack({ type, origin: provider.origin, takesKey: true }));
  bySms = await givenCustomer(rooms.deps, elena, 'SMS', await givenApplication(database.db, account, 'SMS'));
  const mailbox = await givenApplication(database.db, account, 'EMAIL');
  await database.db.inAccount(account.accountId, (tx) =>
    tx.updateTable('channel_applications').set({ name: 'shop@lumen.example' }).where('id', '=', mailbox).execute(),
  );
  byEmail = await givenCustomer(rooms.deps, elena, 'EMAIL', mailbox);
  const log = openLog('silent');
  running.push(startDelivering(rooms.deps, log), startSending(rooms.deps, log));
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await provider.close();
  await database.drop();
});

const on = () => database.db.reader(account.accountId);
const place = ({ roomId, contactChannelId: channelId }: TestCustomer) => ({ roomId, channelId, clientMessageId: messageId() });
const lastOf = async ({ roomId }: TestCustomer) => (await newestEvents(on(), roomId, false, 30)).content.at(-1);
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (problem: { key: string }) => problem.key,
  );
const arrived = (text: string) =>
  until(
    () => provider.accepted.find((one) => one.text === text),
    (found) => found !== undefined,
  );
async function upload(words: string, name = 'offer.txt'): Promise<string> {
  const uploader = { by: 'USER', accountId: account.accountId, id: elena.userId } as const;
  const body = Readable.from([Buffer.from(words)]);
  return (await receiveUpload(rooms.deps.files, { uploader, name, length: null, body, isCancelled: () => false })).fileId;
}
const base64 = (words: string) => Buffer.from(words).toString('base64');

describe('an SMS', () => {
  it('is an event of its kind and goes to its number, which may be named', async () => {
    const { eventId } = await sendSms(rooms.deps, elena, { ...place(bySms), text: 'Your lamp is here', phoneNumber: bySms.address });
    expect(await arrived('Your lamp is here')).toMatchObject({ address: bySms.address });
    expect(await lastOf(bySms)).toMatchObject({
      id: eventId,
      eventData: { type: 'SMS', message: { type: 'TEXT', text: 'Your lamp is here' } },
      origin: { channelType: 'SMS', phoneNumber: bySms.address },
    });
  });

  it('goes to no other number, and to whoever does not see the room it says nothing of its numbers', async () => {
    const before = await lastOf(bySms);
    const other = { ...place(bySms), text: 'Hello', phoneNumber: newAddress() };
    expect(await refused(sendSms(rooms.deps, elena, other))).toBe('PHONE_NUMBER_NOT_OF_CUSTOMER');
    const stranger = await account.agent('Otto', { inQueue: false });
    expect(await refused(sendSms(rooms.deps, stranger, { ...other, phoneNumber: bySms.address }))).toBe('ROOM_NOT_FOUND');
    expect((await lastOf(bySms))?.id).toBe(before?.id);
  });
});

describe('an e-mail', () => {
  const whole = (files: string[]): Omit<SendEmail, 'clientMessageId' | 'roomId' | 'channelId'> => ({
    subject: 'Your offer',
    text: 'Good day,\nhere it is.',
    to: ['Maria <maria@home.example>'],
    cc: ['petar@home.example'],
    bcc: ['archive@lumen.example'],
    from: 'Lumen <shop@lumen.example>',
    attachments: files,
  });

  it('goes out with everything that belongs to it, its files among it, and stands so in the history', async () => {
    const files = [await upload('fourteen lamps'), await upload('the terms', 'terms.txt')];
    const message = { ...place(byEmail), ...whole(files) };
    const { eventId } = await sendEmail(rooms.deps, elena, message);
    expect((await arrived('Your offer'))?.email).toMatchObject({
      from: 'Lumen <shop@lumen.example>',
      to: ['Maria <maria@home.example>'],
      cc: ['petar@home.example'],
      bcc: ['archive@lumen.example'],
      subject: 'Your offer',
      content: 'Good day,\nhere it is.',
      attachments: [
        { name: 'offer.txt', base64: base64('fourteen lamps') },
        { name: 'terms.txt', base64: base64('the terms') },
      ],
    });
    const event = await lastOf(byEmail);
    const attachments = [{ fileId: files[0], name: 'offer.txt', size: 14 }, { fileId: files[1] }];
    expect(event).toMatchObject({ id: eventId, eventData: { type: 'EMAIL', email: { attachments, bcc: ['archive@lumen.example'] } } });
    expect(event?.eventData.email?.id).toMatch(/^<[\da-f-]{36}@lumen\.example>$/);
    // Sent again, since no answer came, it is the same one.
    expect(await sendEmail(rooms.deps, elena, message)).toMatchObject({ eventId });
    expect(await refused(sendEmail(rooms.deps, elena, { ...message, cc: [] }))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await refused(sendEmail(rooms.deps, elena, { ...place(byEmail), ...whole([files[0] as string]) }))).toBe('FILE_ALREADY_SENT');
  });

  it('answers what it is told to answer, else the newest, by its subject and its references; and goes to the customer', async () => {
    const received = async (subject: string, id: string) =>
      receiveFromProvider(rooms.deps, {
        accountId: account.accountId,
        channelApplicationId: byEmail.channelApplicationId,
        channelType: 'EMAIL',
        providerMessageId: id,
        address: byEmail.address,
        name: 'Maria',
        text: '',
        content: { type: 'EMAIL', email: someEmail({ subject, id, references: ['<first@home.example>'] }), html: null },
      });
    const older = await received('The lamp', '<older@home.example>');
    await received('Re: The table', '<newer@home.example>');
    const emailOf = async () => (await lastOf(byEmail))?.eventData.email;
    const written = { ...place(byEmail), text: 'Gladly' };
    const { eventId } = await sendEmail(rooms.deps, elena, written);
    expect(await emailOf()).toMatchObject({
      subject: 'Re: The table',
      to: [byEmail.address],
      from: 'shop@lumen.example',
      references: ['<first@home.example>', '<newer@home.example>'],
    });
    await received('Another matter', '<newest@home.example>');
    expect(await sendEmail(rooms.deps, elena, written)).toMatchObject({ eventId });
    await sendEmail(rooms.deps, elena, { ...place(byEmail), text: 'Gladly', inReplyTo: older });
    expect(await emailOf()).toMatchObject({ subject: 'Re: The lamp', references: ['<first@home.example>', '<older@home.example>'] });
  });

  it('is refused from an address that is not ours, as an answer to what is no e-mail of the room, and with too much', async () => {
    const before = await lastOf(byEmail);
    const send = (more: Partial<SendEmail>) => refused(sendEmail(rooms.deps, elena, { ...place(byEmail), text: 'Hello', ...more }));
    expect(await send({ from: 'boss@lumen.example' })).toBe('EMAIL_FROM_NOT_OURS');
    expect(await send({ inReplyTo: (await lastOf(bySms))?.id as string })).toBe('EVENT_NOT_FOUND');
    expect(await send({ attachments: [bySms.roomId] })).toBe('FILE_NOT_FOUND');
    const stranger = await account.agent('Oleg', { inQueue: false });
    expect(await refused(sendEmail(rooms.deps, stranger, { ...place(byEmail), text: 'Hello' }))).toBe('ROOM_NOT_FOUND');
    expect((await lastOf(byEmail))?.id).toBe(before?.id);
  });

  it('that could be taken back goes out as one, with all of its files', async () => {
    const fileIds = [await upload('one'), await upload('two', 'two.txt')];
    const { roomId, contactChannelId: channelId } = byEmail;
    const kept = {
      clientMessageId: messageId(),
      channelId,
      text: 'With both',
      fileIds,
      timezone: 'Europe/Sofia',
      unlessCustomerWrites: false,
    };
    await database.db.inAccount(account.accountId, (tx) =>
      tx
        .updateTable('accounts')
        .set({ settings: { undoSendSeconds: 0 } })
        .execute(),
    );
    await scheduleMessage(rooms.deps, elena, roomId, { ...kept, sendAt: null });
    const event = await until(
      () => lastOf(byEmail),
      (last) => last?.eventData.email?.content === 'With both',
    );
    expect(event?.eventData.email?.attachments.map(({ fileId }) => fileId)).toEqual(fileIds);
  });
});

it('a channel takes the kind that is its own, and no other', async () => {
  const visitor = await account.visitor('Mira');
  const chat = { roomId: visitor.roomId, contactChannelId: visitor.contactChannelId } as TestCustomer;
  const ways = {
    Text: (to: TestCustomer) => sendText(rooms.deps, elena, { ...place(to), text: 'Hello' }),
    File: async (to: TestCustomer) => sendFile(rooms.deps, elena, 'FILE', { ...place(to), text: null, fileId: await upload('x') }),
    Sms: (to: TestCustomer) => sendSms(rooms.deps, elena, { ...place(to), text: 'Hello' }),
    Email: (to: TestCustomer) => sendEmail(rooms.deps, elena, { ...place(to), text: 'Hello' }),
  };
  const outcomes = async (to: TestCustomer) =>
    Object.fromEntries(await Promise.all(Object.entries(ways).map(async ([way, send]) => [way, await refused(send(to))] as const)));
  const other = 'MESSAGE_OF_OTHER_KIND';
  expect(await outcomes(bySms)).toEqual({ Text: other, File: other, Sms: 'nothing', Email: other });
  expect(await outcomes(byEmail)).toEqual({ Text: other, File: other, Sms: other, Email: 'nothing' });
  // Nobody has written there yet: what may not go there is not asked for that.
  expect(await outcomes(chat)).toMatchObject({ Sms: 'ROOM_NOT_FOUND', Email: 'ROOM_NOT_FOUND' });
});
