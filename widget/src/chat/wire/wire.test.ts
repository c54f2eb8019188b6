import { FileUrlsAnswer, UploadedFile } from '@parley/contract/entities/file';
import {
  VisitorDetailsAnswer,
  VisitorHistory,
  VisitorIdentityAnswer,
  VisitorSession,
  VisitorTicket,
  VisitorWaiting,
} from '@parley/contract/entities/visitor';
import { VisitorSendAnswer, visitorReads } from '@parley/contract/frames/visitor';
import { visitor } from '@parley/contract/rest/visitor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Reader } from './reader.ts';
import {
  fileUrls,
  frames,
  history,
  identified,
  removedFile,
  sendAnswer,
  session,
  ticket,
  toldDetails,
  uploadedFile,
  waiting,
} from './wire.ts';

const removed = visitor.removeFile['~orpc'].outputSchema as z.ZodMiniType;

const pairs: Record<string, [Reader<unknown>, z.ZodMiniType]> = {
  history: [history, VisitorHistory],
  waiting: [waiting, VisitorWaiting],
  session: [session, VisitorSession],
  ticket: [ticket, VisitorTicket],
  toldDetails: [toldDetails, VisitorDetailsAnswer],
  identified: [identified, VisitorIdentityAnswer],
  sendAnswer: [sendAnswer, VisitorSendAnswer],
  uploadedFile: [uploadedFile, UploadedFile],
  fileUrls: [fileUrls, FileUrlsAnswer],
  removedFile: [removedFile, removed],
  ...Object.fromEntries(Object.entries(visitorReads).map(([kind, schema]) => [kind, [frames[kind as keyof typeof frames], schema]])),
};

const UUID = '0192b7a0-0000-7000-8000-00000000000a';
const AT = '2026-11-02T10:00:00.000Z';
const file = { fileId: UUID, fileName: 'план.pdf', fileSize: 9, mediaType: 'application/pdf', imageWidth: null, imageHeight: 4 };
const event = { id: 'e', channelSeq: 1, createdAt: AT, from: 'BOT', name: null, text: '', file, clientMessageId: 'c', status: 'SEEN' };
const conversation = { state: 'ASSIGNED', agentName: 'Elena' };
const answer = { eventId: 'e', channelSeq: 1, createdAt: AT };

/** One good value of each, from which the bad ones are made. */
const samples: Record<keyof typeof pairs, unknown> = {
  history: { content: [event, { ...event, file: null }], last: true, conversation, lastChannelSeq: 2, now: AT },
  waiting: { place: 2, isAnybodyThere: true, usualSeconds: 90, opensAt: AT },
  session: { secret: 's' },
  ticket: { ticket: 't' },
  toldDetails: { told: ['name', 'consent'] },
  identified: { session: 'ANOTHER' },
  sendAnswer: answer,
  uploadedFile: { ...file, type: 'FILE', notice: 'UNREADABLE_IMAGE' },
  fileUrls: { content: [{ fileId: UUID, url: '/a', downloadUrl: '/b', thumbnailUrl: null, expiresAt: AT }] },
  removedFile: { fileId: UUID },
  Ack: { answer },
  Text: { event },
  Image: { event },
  File: { event },
  MessageStatus: { from: 'VISITOR', channelSeq: 3, status: 'SEEN' },
  ConversationState: conversation,
  Typing: { name: 'Elena' },
  SessionEnded: {},
  Ping: {},
  Pong: { at: AT },
};

/** What stands where something else should, often nearly right. */
const odd = fc.oneof(
  fc.constantFrom(...Object.values(samples)),
  fc.constantFrom(undefined, null, '', 0, -0, 7, -1, 1.5, 2 ** 53, Number.NaN, true, [], {}, [null], 'VISITOR', 'SENT', 'NONE', 'IMAGE'),
  fc.constantFrom(UUID, UUID.toUpperCase(), UUID.slice(1), `${UUID}\n`, '00000000-0000-0000-0000-000000000000', UUID.replace('-7', '-9')),
  fc.constantFrom('ffffffff-ffff-ffff-ffff-ffffffffffff', UUID.replace('-8', '-c'), '0192B7A0-0000-1000-b000-00000000000A'),
  fc.constantFrom(AT, '2026-02-29T10:00:00Z', '2028-02-29T10:00Z', '2026-11-31T10:00:00Z', '2026-11-02T24:00:00Z', '2026-11-02'),
  fc.constantFrom('2026-11-02T10:00:00+02:00', '2026-11-02T10:00:00.123456Z', '2026-11-02T10:00:60Z', '2026-13-02T10:00:00Z', `${AT}\n`),
  fc.date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
  fc.jsonValue(),
);

/** Places within a value, each as the way to it. */
function places(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => places(inner).map((way) => [key, ...way]))];
}

function put(value: unknown, [key, ...way]: string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === key ? put(one, way, other) : one));
  const held = value as Record<string, unknown>;
  if (way.length === 0 && other === undefined) return Object.fromEntries(Object.entries(held).filter(([name]) => name !== key));
  return { ...held, [key]: put(held[key], way, other), novelty: 'of a newer server' };
}

const told = (read: () => unknown): unknown => {
  try {
    return { read: read() };
  } catch {
    return 'refused';
  }
};

describe.each(Object.keys(pairs))('%s', (name) => {
  const [read, schema] = pairs[name] as [Reader<unknown>, z.ZodMiniType];
  const sample = samples[name];

  it('is read as the contract has it', () => {
    expect(read(sample)).toEqual(sample);
    expect(schema.parse(sample)).toEqual(sample);
  });

  it('is refused, or read without what is unknown, exactly where the contract does', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places(sample)), odd, (place, other) => {
        const value = put(sample, place, other);
        expect(told(() => read(value))).toEqual(told(() => schema.parse(value)));
      }),
      { numRuns: 400 },
    );
  });
});
