import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { CallEvent, ChannelType, Email, RichContent, UnsupportedMediaType } from '@parley/contract';
import { z } from 'zod';
import type { Channel, FetchedFile, Outcome, Outgoing, Reading, SpecialContent } from '../../src/rooms/index.ts';

const Answers = {
  accepted: z.object({ providerMessageId: z.string(), partIds: z.array(z.string()).optional() }),
  refused: z.object({ reason: z.string(), final: z.boolean() }),
  later: z.object({ afterMs: z.number() }),
  away: z.object({ problem: z.enum(['REFUSED', 'UNREACHABLE', 'MISCONFIGURED']) }),
};

const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RICH_MEDIA'), rich: RichContent }),
  z.object({ type: z.literal('UNSUPPORTED_MEDIA'), unsupported: UnsupportedMediaType, fallbackText: z.string().optional() }),
  z.object({ type: z.literal('EMAIL'), email: Email, html: z.string().nullable() }),
  z.object({ type: z.literal('CALL'), call: CallEvent, startTime: z.string() }),
]);

const Delivery = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('MESSAGE'),
    providerMessageId: z.string(),
    address: z.string(),
    name: z.string().nullable(),
    text: z.string(),
    content: Content.optional(),
    picture: z.string().optional(),
    subscribedAt: z.string().optional(),
    files: z.array(z.object({ reference: z.string(), name: z.string().nullable(), kind: z.enum(['IMAGE', 'FILE']) })).optional(),
  }),
  z.object({
    kind: z.literal('SUBSCRIPTION'),
    address: z.string(),
    subscribed: z.boolean(),
    name: z.string().nullable(),
    picture: z.string().optional(),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('STATUS'),
    providerMessageId: z.string(),
    status: z.enum(['SUCCESS', 'SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED']),
    reason: z.string().nullable(),
    answer: z.string().optional(),
  }),
]);

export interface LoopBackOptions {
  type: ChannelType;
  origin: string;
  takesKey: boolean;
  timeoutMs?: number;
  perSecond?: number | null;
  takesFiles?: boolean;
  takes?: NonNullable<Channel['takes']>;
  /** Waits for the answer beyond the channel's time, as a client does that cannot take a request back. */
  patient?: boolean;
}

/** A channel of any type whose provider is the test (provider.ts), over a real connection. */
export function loopBack({
  type,
  origin,
  takesKey,
  timeoutMs = 20_000,
  perSecond = null,
  takesFiles = true,
  takes,
  patient = false,
}: LoopBackOptions): Channel {
  return {
    type: ChannelType.parse(type),
    takesKey,
    timeoutMs,
    perSecond,
    takesFiles,
    ...(takes && { takes }),
    async deliver(outgoing, signal): Promise<Outcome> {
      const { idempotencyKey: key, address, message, file, email } = outgoing;
      const brought = file && { name: file.facts.fileName, base64: (await buffer(await file.read())).toString('base64') };
      const body = JSON.stringify({
        key,
        address,
        text: message.text ?? '',
        ...(brought && { file: brought }),
        ...(await emailOf(email)),
        ...specialOf(message),
      });
      const response = await fetch(`${origin}/messages`, { method: 'POST', body, ...(patient ? {} : { signal }) });
      const said = await response.text();
      const answer: unknown = JSON.parse(said);
      if (response.status === 200) {
        const { providerMessageId, partIds } = Answers.accepted.parse(answer);
        return { outcome: 'ACCEPTED', providerMessageId, ...(partIds && { partIds }), answer: said };
      }
      if (response.status === 429) return { outcome: 'LATER', ...Answers.later.parse(answer), answer: said };
      if (response.status === 422) return { outcome: 'REFUSED', ...Answers.refused.parse(answer), answer: said };
      if (response.status === 503) return { outcome: 'UNAVAILABLE', ...Answers.away.parse(answer), answer: said };
      throw new Error(`the provider answered ${response.status}`);
    },
    async fetchFile({ reference }, signal): Promise<FetchedFile> {
      const response = await fetch(`${origin}/files/${reference}`, { signal });
      if (response.status === 404) return { outcome: 'GONE', reason: 'EXPIRED' };
      if (response.status === 429) return { outcome: 'LATER', ...Answers.later.parse(await response.json()) };
      if (response.status !== 200 || response.body === null) throw new Error(`the provider answered ${response.status}`);
      const length = response.headers.get('content-length');
      const body = Readable.fromWeb(response.body as ReadableStream);
      return { outcome: 'HERE', body, name: null, length: length === null ? null : Number(length) };
    },
    read: (body): Reading[] => [withoutNone(Delivery.parse(JSON.parse(body)))],
  };
}

/** The e-mail as the provider is told it, with what is in its files. */
async function emailOf(email: Outgoing['email']) {
  if (email === null) return {};
  const attachments = await Promise.all(
    email.attachments.map(async ({ facts, read }) => ({ name: facts.fileName, base64: (await buffer(await read())).toString('base64') })),
  );
  return { email: { ...email.facts, ...(email.html === null ? {} : { html: email.html }), attachments } };
}

/** What the provider is told beside words and a file. */
function specialOf({ type, options, buttonText, buttonUrl, fallbackText, unsupportedMediaType }: Outgoing['message']) {
  return type === 'RICH_MEDIA' || type === 'UNSUPPORTED_MEDIA'
    ? { special: { type, options, buttonText, buttonUrl, fallbackText, unsupportedMediaType } }
    : {};
}

/** A message that says nothing of files brings none. */
function withoutNone(delivery: z.infer<typeof Delivery>): Reading {
  if (delivery.kind === 'STATUS') {
    const { answer, ...status } = delivery;
    return { ...status, ...(answer !== undefined && { answer }) };
  }
  const { picture } = delivery;
  const shown = picture === undefined ? {} : { picture };
  if (delivery.kind === 'SUBSCRIPTION') {
    const { picture: _picture, ...subscription } = delivery;
    return { ...subscription, ...shown };
  }
  const { files, content, subscribedAt, picture: _picture, ...rest } = delivery;
  return {
    ...rest,
    ...shown,
    ...(subscribedAt !== undefined && { subscribedAt }),
    ...(files && { files }),
    ...(content && { content: content as SpecialContent }),
  };
}

/** What the provider would bring, as `storeInbound` takes it. */
export function rawDelivery(reading: Reading, deliveryKey = keyOf(reading), address = '') {
  return { address: reading.kind === 'STATUS' ? address : reading.address, deliveryKey, body: JSON.stringify(reading) };
}

const keyOf = (reading: Reading) =>
  reading.kind === 'SUBSCRIPTION'
    ? `${reading.subscribed ? 'subscribed' : 'unsubscribed'}-${reading.address}-${reading.at}`
    : `${reading.kind}-${reading.providerMessageId}`;
