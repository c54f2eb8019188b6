import { agentSends, type Mention, type SendEmail } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someEmail } from '../../test/emails.ts';
import { givenCustomer, newAddress, type TestCustomer, until } from '../../test/loop-back/customers.ts';
import { type Desk, givenDesk, placeFor as place, refusalOf as refused } from '../../test/loop-back/desk.ts';
import { messageId } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { receiveFromProvider } from './inbound/receive-from-provider.ts';
import { scheduleMessage } from './scheduled/schedule.ts';
import { startSending } from './scheduled/scheduled-clock.ts';
import { sendFile, sendText } from './send.ts';
import { sendEmail, sendSms } from './send-by-kind.ts';
import { sendRichMedia, sendUnsupportedMedia } from './send-media.ts';

const takes = new Set(['RICH_MEDIA', 'UNSUPPORTED_MEDIA'] as const);
let desk: Desk<'SMS' | 'EMAIL' | 'VIBER'>;
let rooms: Desk['rooms'];
let account: Desk['account'];
let elena: Actor;
let provider: Desk['provider'];
let upload: Desk['upload'];
let bySms: TestCustomer;
let byEmail: TestCustomer;

beforeAll(async () => {
  desk = await givenDesk({ SMS: {}, EMAIL: {}, VIBER: { takes } }, { takesKey: true, also: [startSending] });
  ({ rooms, account, elena, provider, upload } = desk);
  bySms = await givenCustomer(rooms.deps, elena, 'SMS', desk.applications.SMS);
  const mailbox = desk.applications.EMAIL;
  await desk.database.db.inAccount(account.accountId, (tx) =>
    tx.updateTable('channel_applications').set({ name: 'shop@lumen.example' }).where('id', '=', mailbox).execute(),
  );
  byEmail = await givenCustomer(rooms.deps, elena, 'EMAIL', mailbox);
});
afterAll(() => desk.close());

const lastOf = ({ roomId }: TestCustomer) => desk.lastOf(roomId);
const arrived = (text: string) =>
  until(
    () => provider.accepted.find((one) => one.text === text),
    (found) => found !== undefined,
  );
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

  it('of more parts than are sent is refused before it is stored, at once and for later, and says how many it would take', async () => {
    const before = await lastOf(bySms);
    const tenParts = 'ж'.repeat(670);
    const refusal = sendSms(rooms.deps, elena, { ...place(bySms), text: `${tenParts}ж` });
    await expect(refusal).rejects.toMatchObject({ key: 'SMS_TOO_LONG', params: { count: 11, limit: 10 } });
    const later = { timezone: 'Europe/Sofia', unlessCustomerWrites: false, fileIds: [] };
    const { roomId, ...where } = place(bySms);
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const given = { ...where, ...later, text: `${tenParts}ж`, sendAt };
    expect(await refused(scheduleMessage(rooms.deps, elena, roomId, given))).toBe('SMS_TOO_LONG');
    const stranger = await account.agent('Stoyan', { inQueue: false });
    expect(await refused(sendSms(rooms.deps, stranger, { ...place(bySms), text: `${tenParts}ж` }))).toBe('ROOM_NOT_FOUND');
    expect((await lastOf(bySms))?.id).toBe(before?.id);
    await sendSms(rooms.deps, elena, { ...place(bySms), text: tenParts });
    await arrived(tenParts);
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
    await desk.database.db.inAccount(account.accountId, (tx) =>
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

describe('what colleagues say among themselves', () => {
  const words = '@Petar, please look';
  /** By kind, a message on a channel that takes it. */
  const kinds = {
    Text: (to, refers) => sendText(rooms.deps, elena, { ...place(to), text: words, ...refers }),
    File: async (to, refers) =>
      sendFile(rooms.deps, elena, 'FILE', { ...place(to), text: words, fileId: await upload('a quote', 'quote.txt'), ...refers }),
    Sms: (to, refers) => sendSms(rooms.deps, elena, { ...place(to), text: words, ...refers }),
    Email: (to, refers) => sendEmail(rooms.deps, elena, { ...place(to), text: words, ...refers }),
    RichMedia: (to, refers) => sendRichMedia(rooms.deps, elena, { ...place(to), text: words, options: [{ text: 'Yes' }], ...refers }),
    UnsupportedMedia: (to, refers) =>
      sendUnsupportedMedia(rooms.deps, elena, { ...place(to), unsupportedMediaType: 'LOCATION', ...refers }),
  } satisfies Record<string, (to: TestCustomer, refers: { quotedEventId?: string; mentions?: Mention[] }) => Promise<unknown>>;
  const channelOf = { Text: 'VIBER', File: 'VIBER', Sms: 'SMS', Email: 'EMAIL', RichMedia: 'VIBER', UnsupportedMedia: 'VIBER' } as const;

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    'is refused in a message to a customer of whatever kind, and nothing of it is stored: %s',
    async (kind) => {
      const type = channelOf[kind];
      const to = await givenCustomer(rooms.deps, elena, type, desk.applications[type]);
      const before = await lastOf(to);
      const quotedEventId = before?.id ?? '';
      expect(await refused(kinds[kind](to, { quotedEventId }))).toBe('COLLEAGUES_ONLY');
      expect(await refused(kinds[kind](to, { mentions: [{ userId: desk.boss.userId, from: 0, length: 6 }] }))).toBe('COLLEAGUES_ONLY');
      expect((await lastOf(to))?.id).toBe(quotedEventId);
      expect(await refused(kinds[kind](to, {}))).toBe('nothing');
      expect((await lastOf(to))?.id).not.toBe(quotedEventId);
    },
  );

  it('is taken by the frame of every kind, so that it is refused and not lost', () => {
    const where = { clientMessageId: messageId(), roomId: bySms.roomId, channelId: bySms.contactChannelId, text: words };
    const refers = { quotedEventId: bySms.roomId, mentions: [{ userId: desk.boss.userId, from: 0, length: 6 }] };
    const more = { RichMedia: { options: [{ text: 'Yes' }] }, Image: { fileId: bySms.roomId }, File: { fileId: bySms.roomId } };
    for (const kind of ['Text', 'Image', 'File', 'Note', 'Sms', 'Email', 'RichMedia'] as const) {
      const frame = { ...where, ...(kind in more ? more[kind as keyof typeof more] : {}), ...refers };
      expect([kind, agentSends[kind].parse(frame)]).toEqual([kind, expect.objectContaining(refers)]);
    }
    const { quotedEventId } = refers;
    expect(agentSends.UnsupportedMedia.parse({ ...where, unsupportedMediaType: 'LOCATION', quotedEventId })).toMatchObject({
      quotedEventId,
    });
  });
});
