import { z } from 'zod';
import type { Reading } from '../../rooms/index.ts';
import { NO_SENDER } from '../providers/index.ts';
import { meaningOfInfobip } from './infobip-states.ts';
import { idsOfReceipt } from './message-ids.ts';
import { meaningOf } from './outcomes.ts';
import { readReceipt } from './smpp-receipt.ts';
import { isBinary, isHeaderWhole, place, placeIn, textOf } from './smpp-texts.ts';
import { subscriptionIn } from './stop-words.ts';

/** A carrier's word of what became of a message, over HTTP. In a question's address everything is text. */
export const HttpReport = z.object({
  id: z.string().optional(),
  carrierId: z.string().min(1),
  to: z.string().optional(),
  status: z.string().min(1),
  errorCode: z.string().nullish(),
  doneAt: z.string().optional(),
  part: z.coerce.number().int().min(1).optional(),
  parts: z.coerce.number().int().min(1).optional(),
});

/** A customer's message, over HTTP; `ref` of one part of a long one. */
export const HttpMessage = z.object({
  moId: z.string().min(1),
  from: z.string(),
  to: z.string(),
  /** Missing of what is more than words. */
  text: z.string().nullish(),
  receivedAt: z.string().optional(),
  ref: z
    .object({ id: z.number().int().min(0), part: z.number().int().min(1), parts: z.number().int().min(1) })
    .refine(({ part, parts }) => part <= parts)
    .nullish(),
});

const InfobipState = z.object({ groupId: z.number().int(), id: z.number().int().optional(), name: z.string().optional() });
export const InfobipReport = z.object({
  messageId: z.string().min(1),
  to: z.string().optional(),
  doneAt: z.string().nullish(),
  status: InfobipState,
});
export const InfobipMessage = z.object({
  messageId: z.string().min(1),
  from: z.string(),
  to: z.string().nullish(),
  text: z.string().nullish(),
  receivedAt: z.string().optional(),
});

/** What came over SMPP, as fields and bytes. */
export const SmppDelivered = z.object({
  id: z.string(),
  esmClass: z.number().int(),
  dataCoding: z.number().int(),
  /** `short_message`, or `message_payload` where that is empty, in base64. */
  bytes: z.string(),
  messageId: z.string().optional(),
  state: z.number().int().optional(),
  sar: z.object({ reference: z.number().int(), part: z.number().int(), parts: z.number().int() }).optional(),
  /** How ids of receipts are written, as was set when it came. */
  receiptIds: z.enum(['ANY', 'SAME', 'HEX_IN_RECEIPT', 'DECIMAL_IN_RECEIPT']),
});

/** Who wrote, as they are kept, and when that came to us or, where the carrier says so, to the carrier. */
const Writer = z.object({ address: z.string(), name: z.string().nullable(), at: z.string() });
export type Writer = z.infer<typeof Writer>;

/** One thing that a carrier brought, as it is stored: whole, beside what says by which rules it is read. */
export const SmsDelivery = z.discriminatedUnion('from', [
  z.object({ from: z.literal('HTTP report'), told: HttpReport }),
  z.object({ from: z.literal('HTTP message'), told: HttpMessage, writer: Writer }),
  z.object({ from: z.literal('INFOBIP report'), told: InfobipReport }),
  z.object({ from: z.literal('INFOBIP message'), told: InfobipMessage, writer: Writer }),
  z.object({ from: z.literal('SMPP'), told: SmppDelivered, writer: Writer }),
]);
export type SmsDelivery = z.infer<typeof SmsDelivery>;

/** What a delivery says. Throws when it is not what its carrier documents. */
export function readSms(body: string): readonly Reading[] {
  const delivery = SmsDelivery.parse(JSON.parse(body));
  switch (delivery.from) {
    case 'HTTP report':
      return [httpStatus(delivery.told)];
    case 'HTTP message':
      return httpMessage(delivery.told, delivery.writer);
    case 'INFOBIP report':
      return [infobipStatus(delivery.told)];
    case 'INFOBIP message':
      return message(delivery.told.messageId, delivery.writer, delivery.told.text);
    case 'SMPP':
      return readSmpp(delivery.told, delivery.writer);
  }
}

/** The id of one part at a carrier that gives one id to the whole. */
export const partId = (carrierId: string, part: number): string => `${carrierId}#${part}`;

function httpStatus({ carrierId, status, errorCode, part, parts = 1 }: z.infer<typeof HttpReport>): Reading {
  const meaning = meaningOf(status, errorCode);
  if (!meaning) throw new Error(`the carrier names a state that is not documented: ${status.slice(0, 40)}`);
  const providerMessageId = part !== undefined && parts > 1 ? partId(carrierId, part) : carrierId;
  return { kind: 'STATUS', providerMessageId, ...meaning, answer: [status, errorCode].filter(Boolean).join(' ') };
}

function httpMessage({ moId, text, ref }: z.infer<typeof HttpMessage>, writer: Writer): readonly Reading[] {
  if (!ref || ref.parts === 1) return message(moId, writer, text);
  requireSomebody(writer);
  const { id: reference, part, parts } = ref;
  const { address } = writer;
  return [{ kind: 'MESSAGE_PART', providerMessageId: moId, address, text: clean(text ?? ''), reference, part, parts }];
}

function infobipStatus({ messageId, status }: z.infer<typeof InfobipReport>): Reading {
  const meaning = meaningOfInfobip(status);
  if (!meaning) throw new Error(`Infobip names a group of states that is not documented: ${status.groupId}`);
  return { kind: 'STATUS', providerMessageId: messageId, ...meaning, answer: [status.id, status.name].filter(Boolean).join(' ') };
}

const RECEIPT_BITS = 0x3c;
const UDHI = 0x40;

function readSmpp(told: z.infer<typeof SmppDelivered>, writer: Writer): readonly Reading[] {
  const whole = Buffer.from(told.bytes, 'base64');
  const headed = (told.esmClass & UDHI) !== 0;
  const header = headed ? whole.subarray(1, 1 + (whole[0] ?? 0)) : Buffer.alloc(0);
  const bytes = headed ? whole.subarray(1 + (whole[0] ?? 0)) : whole;
  if ((told.esmClass & RECEIPT_BITS) !== 0) return [smppStatus(told, bytes)];
  if (isBinary(told.dataCoding)) return message(told.id, writer, null);
  requireSomebody(writer);
  // What stands in it cannot be told from what stands before it.
  if (headed && !isHeaderWhole(whole)) return message(told.id, writer, '');
  const text = textOf(bytes, told.dataCoding);
  const { address } = writer;
  const where = headed ? placeIn(header) : told.sar ? place(told.sar.reference, told.sar.part, told.sar.parts) : null;
  return where
    ? [{ kind: 'MESSAGE_PART', providerMessageId: told.id, address, text: clean(text), ...where }]
    : message(told.id, writer, text);
}

function smppStatus(told: z.infer<typeof SmppDelivered>, bytes: Buffer): Reading {
  const text = bytes.toString('latin1');
  const receipt = readReceipt({ messageId: told.messageId, state: told.state, text });
  const meaning = meaningOf(receipt.state, null);
  if (!meaning) throw new Error(`the receipt names a state that is not documented: ${receipt.state.slice(0, 40)}`);
  const [providerMessageId, ...alsoKnownAs] = idsOfReceipt(receipt.id, told.receiptIds);
  const answer = [receipt.state, receipt.error && `err:${receipt.error}`, receipt.doneAt].filter(Boolean).join(' ');
  return { kind: 'STATUS', providerMessageId, ...(alsoKnownAs.length > 0 && { alsoKnownAs }), ...meaning, answer };
}

/** Whoever has written, or it is read by nobody: without an address it is in no room. Throws where nobody can be called so. */
function requireSomebody({ address }: Writer): void {
  if (address === '') throw new Error(`${NO_SENDER}: its sender is longer than any`);
}

const clean = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/**
 * With what it says of being written to, where it is that word. What is no words at all is something that cannot be shown here; what should have some
 * and has none came incomplete.
 */
function message(providerMessageId: string, writer: Writer, words: string | null | undefined): readonly Reading[] {
  requireSomebody(writer);
  const { address, name, at } = writer;
  const what = { kind: 'MESSAGE', providerMessageId, address, name } as const;
  if (words == null) return [{ ...what, text: '', content: { type: 'UNSUPPORTED_MEDIA', unsupported: 'UNKNOWN' } }];
  const text = clean(words);
  if (text === '') return [{ ...what, text, content: { type: 'UNSUPPORTED_MEDIA', unsupported: 'INCOMPLETE' } }];
  const told = subscriptionIn(text);
  const subscription: Reading[] = told ? [{ kind: 'SUBSCRIPTION', address, name, at, ...told }] : [];
  return [{ ...what, text }, ...subscription];
}
