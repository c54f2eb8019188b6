import { type AgentReceives, agentReceives, Envelope, ErrorBody, EventDataType, Id, UploadedFile } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { isEnvelope, isErrorBody, isFrame, isId, isUploadedFile } from './incoming.ts';

const ID = '0192b7a0-0000-7000-8000-00000000000a';
const AT = '2026-11-02T10:00:00.000Z';
const refusal = { message: 'ROOM_NOT_FOUND', errors: [{ message: 'EMPTY', params: { field: 'text', limit: 5 } }] };
const changed = { roomId: ID, epoch: 1, change: 3 };
const file = { fileId: ID, fileName: 'план.pdf', fileSize: 9, mediaType: 'application/pdf', imageWidth: null, imageHeight: null };
const uploaded = { ...file, type: 'FILE', notice: null };

const event = {
  id: ID,
  roomId: ID,
  conversationId: ID,
  seq: 4,
  change: 5,
  publicNo: 3,
  privateNo: 1,
  createdAt: AT,
  eventType: 'COMMUNICATION',
  eventData: {
    type: 'MESSAGE',
    message: { type: 'TEXT', text: 'Здравейте', privateMessage: false },
    privateMessage: false,
    status: { clientStatus: 'SEEN', userStatus: 'SEEN', userStatusReason: null, roomEventId: ID, lastMessageTimestamp: AT, at: AT },
    modifiedValue: null,
    reason: null,
  },
  origin: {
    type: 'CUSTOMER',
    id: ID,
    name: 'Maria',
    channelType: 'LIVECHAT',
    channelId: ID,
    channelApplicationId: ID,
    channelApplicationName: 'Shop',
    phoneNumber: null,
  },
  modifiedParticipants: [{ id: ID, type: 'USER', name: 'Petar' }],
  clientMessageId: null,
};

/** Something good of each sort of part: texts, numbers, lists, choices, what may be null or left out, nested parts. */
const good: Partial<Record<AgentReceives['type'], unknown>> = {
  Text: { ...changed, event },
  Ack: { answer: { roomId: ID, eventId: ID, seq: 1, change: 2, publicNo: 1, privateNo: 0 } },
  VALIDATION: refusal,
  MessageStatus: {
    ...changed,
    statuses: [{ roomEventId: ID, clientStatus: 'SENT', userStatus: null, userStatusReason: null, lastMessageTimestamp: AT, at: AT }],
  },
  RoomState: { inStep: true, changes: [], reload: [ID], gone: [], memberships: [] },
  Typing: { roomId: ID, originType: 'CUSTOMER', originId: ID, name: '', channelId: 'note' },
  Looking: { roomId: ID, userId: ID, windowId: ID, isLooking: true },
  Colleague: { id: ID, firstName: 'Мария', lastName: 'B', jobTitle: '', pictureId: null, role: 'agent', active: true },
  Notification: {
    notification: {
      id: ID,
      kind: 'HANDED_OVER',
      at: AT,
      readAt: null,
      roomId: ID,
      roomEventId: null,
      roomName: '',
      contactId: null,
      by: { id: ID, name: 'P' },
      to: null,
    },
    unread: 0,
  },
  ChatStatus: { status: 'break', since: AT, wrapUpUntil: null },
  Ping: {},
  Pong: {},
};

const odd = [
  null,
  true,
  -1,
  1.5,
  2 ** 60,
  '',
  'SENT',
  'a'.repeat(80),
  ID.toUpperCase(),
  '2026-02-30T10:00:00.000Z',
  [],
  [null],
  {},
  { id: ID },
];

/** A value with each of its parts, at any depth, left out or put otherwise. */
function* variants(value: unknown): Generator<unknown> {
  yield* odd;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const without = Array.isArray(value) ? [] : Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    yield without;
    for (const variant of variants(part)) yield Array.isArray(value) ? [variant] : { ...value, [name]: variant };
  }
  if (!Array.isArray(value)) yield { ...value, newer: 1 };
}

/** Which types of events there are is judged where they are told: one that is not known is said to be that. */
function isOfUnknownType(frame: unknown): boolean {
  const { type } = (frame as { event?: { eventData?: { type?: unknown } } } | null)?.event?.eventData ?? {};
  return typeof type === 'string' && !EventDataType.safeParse(type).success;
}

function expectSame(schema: z.ZodMiniType, takes: (value: unknown) => boolean, value: unknown) {
  expect([schema.safeParse(value).success, takes(value)]).toEqual([true, true]);
  const all = [...variants(value)];
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((variant) => schema.safeParse(variant).success !== takes(variant) && !isOfUnknownType(variant))).toEqual([]);
}

describe('what comes in is taken and refused as the contract’s schemas would', () => {
  it.each(Object.keys(good) as AgentReceives['type'][])('the frame %s', (type) => {
    expectSame(agentReceives[type], (payload) => isFrame({ type, id: 'f1', payload }), good[type]);
  });

  it('refusals, uploads, ids and the envelope of frames', () => {
    expectSame(ErrorBody, isErrorBody, refusal);
    expectSame(UploadedFile, isUploadedFile, uploaded);
    expectSame(Id, isId, ID);
    expectSame(Envelope, isEnvelope, { type: 'Pong', id: 'f1', payload: {} });
  });
});

it('takes no frame of a kind that the contract does not have', () => {
  for (const type of ['Newer', 'toString', 'Envelope', 'Id']) expect(isFrame({ type, id: 'f1', payload: {} })).toBe(false);
});
