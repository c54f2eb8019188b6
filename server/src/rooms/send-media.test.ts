import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someEmail } from '../../test/emails.ts';
import { rawDelivery } from '../../test/loop-back/channel.ts';
import { givenCustomer, newAddress, type TestCustomer, until } from '../../test/loop-back/customers.ts';
import { type Desk, givenDesk, placeFor as place } from '../../test/loop-back/desk.ts';
import { messageId } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import type { SpecialContent } from './channel-port.ts';
import { startReceiving, storeInbound } from './inbound/inbound.ts';
import { readRooms } from './reading/room-view.ts';
import { receiveText } from './receive.ts';
import { sendRichMedia, sendUnsupportedMedia } from './send-media.ts';

let desk: Desk<'VIBER' | 'SMS'>;
let rooms: Desk['rooms'];
let account: Desk['account'];
let elena: Actor;
let provider: Desk['provider'];
let on: Desk['on'];
let lastOf: Desk['lastOf'];
let sms: string;
let viber: string;
let customer: TestCustomer;

beforeAll(async () => {
  const takes = new Set(['RICH_MEDIA', 'UNSUPPORTED_MEDIA'] as const);
  desk = await givenDesk({ VIBER: { takes }, SMS: {} }, { takesKey: true, also: [startReceiving] });
  ({ rooms, account, elena, provider, on, lastOf } = desk);
  ({ VIBER: viber, SMS: sms } = desk.applications);
  customer = await givenCustomer(rooms.deps, elena, 'VIBER', viber);
});
afterAll(() => desk.close());

describe('rich media', () => {
  const words = { text: 'Which colour?', options: [{ text: 'Red' }, { text: 'Blue' }], fallbackText: 'Red or blue?' };
  const button = { text: 'Pay here', buttonText: 'Pay', buttonUrl: 'https://pay.example/1' };

  it('goes to the provider with its answers to choose from, or its button, and stands in the history with them', async () => {
    for (const content of [words, button]) {
      const { eventId } = await sendRichMedia(rooms.deps, elena, { ...place(customer), ...content });
      const sent = await until(
        () => provider.accepted.find(({ text }) => text === content.text),
        (found) => found !== undefined,
      );
      const { text: _text, ...special } = content;
      expect(sent?.special).toEqual({ type: 'RICH_MEDIA', ...special });
      expect(await lastOf(customer.roomId)).toMatchObject({
        id: eventId,
        eventData: { type: 'RICH_MEDIA', message: { type: 'RICH_MEDIA', ...content } },
        origin: { channelType: 'VIBER', channelApplicationName: 'VIBER number', phoneNumber: customer.address },
      });
    }
  });

  it('is stored once however often it is asked, and another under its id is refused', async () => {
    const message = { ...place(customer), ...words };
    const first = await sendRichMedia(rooms.deps, elena, message);
    // Its change is another once the provider has it.
    expect(await sendRichMedia(rooms.deps, elena, message)).toEqual({ ...first, change: expect.any(Number) });
    const other = { ...message, options: [{ text: 'Green' }] };
    await expect(sendRichMedia(rooms.deps, elena, other)).rejects.toMatchObject({ key: 'CLIENT_MESSAGE_ID_USED' });
  });

  it('is refused where the channel does not take it, before anything is stored; and to whoever does not see the room', async () => {
    const bySms = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    const visitor = await account.visitor('Mira');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    const byChat = { roomId: visitor.roomId, channelId: visitor.contactChannelId, clientMessageId: messageId() };
    for (const where of [place(bySms), byChat]) {
      const before = await lastOf(where.roomId);
      await expect(sendRichMedia(rooms.deps, elena, { ...where, ...words })).rejects.toMatchObject({ key: 'CHANNEL_WITHOUT_RICH_MEDIA' });
      expect(await lastOf(where.roomId)).toEqual(before);
    }
    const stranger = await account.agent('Otto', { inQueue: false });
    await expect(sendRichMedia(rooms.deps, stranger, { ...place(bySms), ...words })).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
  });
});

it('word of what cannot be shown goes to the provider by its kind, with what stands for it', async () => {
  const said = { unsupportedMediaType: 'LOCATION', fallbackText: '14 Shipka Street' } as const;
  const { eventId } = await sendUnsupportedMedia(rooms.deps, elena, { ...place(customer), ...said });
  await until(
    () => provider.accepted.map(({ special }) => special),
    (all) => all.some((special) => special?.unsupportedMediaType === 'LOCATION' && special.fallbackText === said.fallbackText),
  );
  const message = { type: 'UNSUPPORTED_MEDIA', text: null, ...said };
  expect(await lastOf(customer.roomId)).toMatchObject({ id: eventId, eventData: { type: 'UNSUPPORTED_MEDIA', message } });
});

describe('what a provider brings that is more than words', () => {
  const call = {
    ticketId: null,
    externalCallId: 'call-1',
    customerId: null,
    customerName: 'Maria',
    did: '+3592400',
    didName: 'Orders',
    fromNumber: '+359888',
    toNumber: '+3592400',
    duration: 61,
    recordingFileId: null,
    dialStatus: 'ANSWERED',
    direction: 'IN' as const,
    callbackStatus: null,
    autoGeneratedName: false,
    userId: null,
    accountId: null,
  };
  const contents: readonly (readonly [SpecialContent, object, text: string | null])[] = [
    [
      { type: 'RICH_MEDIA', rich: { buttonText: 'Open', buttonUrl: 'https://shop.example' } },
      { message: { type: 'RICH_MEDIA', text: 'Look', buttonText: 'Open', buttonUrl: 'https://shop.example' } },
      'Look',
    ],
    [
      { type: 'UNSUPPORTED_MEDIA', unsupported: 'STICKER' },
      { message: { type: 'UNSUPPORTED_MEDIA', text: 'Look', unsupportedMediaType: 'STICKER' } },
      'Look',
    ],
    [
      { type: 'EMAIL', email: someEmail(), html: '<p>The lamp <b>flickers</b>.</p>' },
      { message: { type: 'TEXT', text: 'The lamp flickers' }, email: someEmail({ multipartContent: true }) },
      'The lamp flickers',
    ],
    [
      { type: 'EMAIL', email: someEmail({ subject: ' ' }), html: null },
      { email: someEmail({ subject: ' ', multipartContent: false }) },
      'Look',
    ],
    [{ type: 'CALL', call, startTime: '2026-11-02T09:21:00.000Z' }, { call, startTime: '2026-11-02T09:21:00.000Z' }, 'Look'],
  ];

  it.each(contents)(
    'is an event of its kind, in a conversation that it begins and in one that it joins: %#',
    async (content, told, text) => {
      const address = newAddress();
      const bring = (n: number) =>
        storeInbound(rooms.deps, { accountId: account.accountId, channelApplicationId: viber, channelType: 'VIBER' }, [
          rawDelivery(
            { kind: 'MESSAGE', providerMessageId: `${address}-${n}`, address, name: 'Maria', text: 'Look', content },
            undefined,
            address,
          ),
        ]);
      const roomOfAddress = async () =>
        (await on().selectFrom('contact_channels').select('room_id').where('address', '=', address).executeTakeFirst())?.room_id ?? null;
      for (const n of [1, 2]) {
        await bring(n);
        const roomId = (await until(roomOfAddress, (found) => found !== null)) as string;
        const said = await until(
          async () => (await newestEvents(on(), roomId, false, 30)).content.filter(({ eventType }) => eventType === 'COMMUNICATION'),
          (all) => all.length === n,
        );
        const last = said.at(-1);
        expect(last).toMatchObject({ eventData: { type: content.type, ...told }, origin: { type: 'CUSTOMER', phoneNumber: address } });
        const [room] = await readRooms(on(), [roomId]);
        const row = { id: last?.id, type: content.type, text };
        expect(room).toMatchObject({
          lastEventId: row.id,
          lastEventType: row.type,
          lastEventDataType: 'TEXT',
          lastEventData: row.text,
          lastReceivedMessage: row,
          publicCount: n,
        });
      }
    },
  );
});
