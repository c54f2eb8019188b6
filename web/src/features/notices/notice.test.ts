import { type Notification, type Room, type RoomEvent, shortened } from '@parley/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyText, startText, text } from '../../text.ts';
import { noticeOfEvent, noticeOfNotification, wordsOfEvent } from './notice.ts';
import { notificationWords } from './notification-words.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText);
});

const ME = 'me';
interface Said {
  type?: RoomEvent['eventData']['type'];
  by?: Partial<RoomEvent['origin']>;
  words?: string | null;
  isNote?: boolean;
  to?: string;
}
const eventOf = ({ type = 'MESSAGE', by = { type: 'CUSTOMER', id: 'maria' }, words = 'Hello', isNote = false, to }: Said): RoomEvent =>
  ({
    id: 'event',
    eventType: ['MESSAGE', 'IMAGE', 'FILE'].includes(type) ? 'COMMUNICATION' : 'SYSTEM',
    eventData: { type, message: { text: words }, privateMessage: isNote },
    origin: { name: null, ...by },
    modifiedParticipants: to === undefined ? [] : [{ id: to, type: 'USER', name: '' }],
  }) as unknown as RoomEvent;
const roomOf = (type: Room['type'], users: readonly string[], name: string | null = 'Maria Petrova'): Room =>
  ({
    id: 'room',
    type,
    name,
    channels: [{ channelType: 'LIVECHAT' }],
    roomParticipants: users.map((id) => ({ type: 'USER', associatedParticipantId: id })),
  }) as unknown as Room;

const kindOf = (said: Said) => noticeOfEvent({ roomId: 'room', epoch: 1, change: 1, event: eventOf(said) }, ME)?.kind ?? null;
const dora = { type: 'USER', id: 'dora', name: 'Dora Ilieva' } as const;
const me = { type: 'USER', id: ME } as const;

describe('what rings', () => {
  it('is what others say and do, and nothing of one’s own', () => {
    expect(kindOf({})).toBe('MESSAGE');
    expect(kindOf({ type: 'IMAGE', words: null })).toBe('MESSAGE');
    expect(kindOf({ by: dora })).toBe('COLLEAGUE');
    expect(kindOf({ by: me })).toBeNull();
    expect(kindOf({ type: 'ENTER_QUEUE', by: { type: 'SYSTEM', id: null } })).toBe('WAITING');
    expect(kindOf({ type: 'RESOLVE', by: dora })).toBeNull();
  });

  it('is not a message that was told before, whose file has come since', () => {
    const event = eventOf({ type: 'IMAGE', words: null });
    expect(noticeOfEvent({ roomId: 'room', epoch: 1, change: 2, event, again: true }, ME)).toBeNull();
  });

  it('is a conversation that another gave to me, not one that I took or that went to a colleague', () => {
    expect(kindOf({ type: 'USER_ASSIGNED', by: { type: 'SYSTEM', id: null }, to: ME })).toBe('ASSIGNED');
    expect(kindOf({ type: 'USER_ASSIGNED', by: dora, to: ME })).toBe('ASSIGNED');
    expect(kindOf({ type: 'USER_ASSIGNED', by: me, to: ME })).toBeNull();
    expect(kindOf({ type: 'USER_ASSIGNED', by: dora, to: 'dora' })).toBeNull();
  });

  it('says who and what, where one takes part', () => {
    const words = (said: Said, room: Room) => {
      const event = eventOf(said);
      const notice = noticeOfEvent({ roomId: 'room', epoch: 1, change: 1, event }, ME);
      return notice && wordsOfEvent(notice, event, room, ME, text);
    };
    const mine = roomOf('EXTERNAL', [ME]);
    expect(words({}, mine)).toEqual({ title: 'Maria Petrova', body: 'Hello' });
    expect(words({}, roomOf('EXTERNAL', ['dora']))).toBeNull();
    expect(words({ by: dora }, mine)).toBeNull();
    expect(words({ by: dora, isNote: true, words: 'A regular' }, mine)).toEqual({
      title: 'Maria Petrova',
      body: 'Note by Dora Ilieva: A regular',
    });
    expect(words({ by: dora }, roomOf('GROUP', [ME, 'dora'], 'Returns'))).toEqual({ title: 'Returns', body: 'Dora Ilieva: Hello' });
    expect(words({ by: dora }, roomOf('INTERNAL', [ME, 'dora'], 'Dora Ilieva'))).toEqual({ title: 'Dora Ilieva', body: 'Hello' });
    expect(words({ type: 'FILE', words: null }, mine)?.body).toBe('File');
    expect(words({ type: 'ENTER_QUEUE', by: { type: 'SYSTEM', id: null } }, roomOf('EXTERNAL', []))?.body).toBe(
      'Waiting for somebody to take it',
    );
  });
});

describe('a notice', () => {
  it('shows 75 characters and an ellipsis, and cuts no sign in half (BUG-084)', () => {
    expect(shortened('x'.repeat(75))).toBe('x'.repeat(75));
    expect(shortened('x'.repeat(76))).toBe(`${'x'.repeat(75)}…`);
    const family = '👨‍👩‍👧‍👦';
    expect(shortened(`${'x'.repeat(74)}${family}yy`)).toBe(`${'x'.repeat(74)}${family}…`);
    expect(shortened(family.repeat(75))).toBe(family.repeat(75));
    expect(shortened(' one\n\n two ')).toBe('one two');
  });
});

describe('a notification', () => {
  const given = (change: Partial<Notification>): Notification => ({
    id: 'n',
    kind: 'TAKEN_AWAY',
    at: '2026-11-28T10:00:00.000Z',
    readAt: null,
    roomId: 'room',
    roomEventId: null,
    roomName: 'Maria Petrova',
    contactId: 'maria',
    by: { id: 'dora', name: 'Dora Ilieva' },
    to: null,
    ...change,
  });

  it('is one sentence, also of a visitor without a name and a group without one', () => {
    expect(notificationWords(given({}), text)).toBe('Dora Ilieva took over the conversation with Maria Petrova');
    expect(notificationWords(given({ kind: 'GIVEN_TO_OTHER', to: 'Emil Petrov' }), text)).toBe(
      'Dora Ilieva gave the conversation with Maria Petrova to Emil Petrov',
    );
    expect(notificationWords(given({ kind: 'PUT_INTO_QUEUE', to: 'Shop' }), text)).toBe(
      'Dora Ilieva put the conversation with Maria Petrova into the queue Shop',
    );
    expect(notificationWords(given({ kind: 'RESOLVED_BY_OTHER' }), text)).toBe('Dora Ilieva resolved the conversation with Maria Petrova');
    const message = { channelType: 'SMS', type: 'SMS', text: 'We look\nfor it' } as const;
    expect(notificationWords(given({ kind: 'NOT_DELIVERED', by: null, message }), text)).toBe(
      'A message to Maria Petrova over SMS was not delivered: “We look for it”',
    );
    const long = { channelType: 'WHATSAPP', type: 'IMAGE', text: 'a'.repeat(120) } as const;
    expect(notificationWords(given({ kind: 'DELIVERY_UNKNOWN', by: null, message: long }), text)).toBe(
      `It is not known whether a message to Maria Petrova over WhatsApp arrived: “Image: ${'a'.repeat(53)}…”`,
    );
    expect(notificationWords(given({ kind: 'WOKE_WHILE_AWAY', by: null, to: 'Shop' }), text)).toBe(
      'The conversation with Maria Petrova is no longer snoozed and went to the queue Shop, since you were not ready',
    );
    expect(notificationWords(given({ kind: 'SCHEDULED_OVERTAKEN', by: null }), text)).toBe(
      'Your message to Maria Petrova was not sent: the customer wrote first',
    );
    expect(notificationWords(given({ kind: 'SCHEDULED_NOT_SENT', by: null }), text)).toBe(
      'Your message to Maria Petrova could not be sent at its time',
    );
    expect(notificationWords(given({ kind: 'SCHEDULED_NOT_SENT' }), text)).toBe(
      'A message by Dora Ilieva to Maria Petrova was not sent at its time: its author does not work here any more',
    );
    expect(notificationWords(given({ kind: 'SCHEDULED_CANCELLED' }), text)).toBe('Dora Ilieva cancelled your message to Maria Petrova');
    expect(notificationWords(given({ kind: 'SCHEDULED_ANSWERED' }), text)).toBe(
      'Your message to Maria Petrova was not sent: Dora Ilieva has answered meanwhile',
    );
    expect(notificationWords(given({ kind: 'NOT_DELIVERED', by: null, roomName: '' }), text)).toMatch(
      /^A message to Visitor \d{4} was not/,
    );
    expect(notificationWords(given({ kind: 'ADDED_TO_GROUP', contactId: null, roomName: '' }), text)).toBe(
      'Dora Ilieva added you to a group',
    );
  });

  it('rings by itself unless its event does', () => {
    expect(noticeOfNotification(given({}))).toEqual({ key: 'n', kind: 'CHANGE', roomId: 'room' });
    expect(noticeOfNotification(given({ kind: 'HANDED_OVER' }))).toBeNull();
  });
});
