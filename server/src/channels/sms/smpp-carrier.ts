import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SmppCarrierSettings } from '@parley/contract';
import type { Outcome, Outgoing, RawDelivery } from '../../rooms/index.ts';
import type { Connection } from '../providers/index.ts';
import type { SmsDelivery } from './deliveries.ts';
import { rawDelivery } from './http-carrier.ts';
import { keptId } from './message-ids.ts';
import { writerOf } from './senders.ts';
import type { Pdu } from './smpp-library.ts';
import type { Line, Submitted } from './smpp-line.ts';
import { meaningOfSubmit, type SubmitMeaning } from './smpp-status.ts';
import { type Submit, submitsOf } from './smpp-texts.ts';

/** So long the first part may wait for the line, and for its turn. */
const BEGIN_WITHIN = 700;
/** Once a part is with the carrier, the others are worth waiting for: what is given up is a torn text. */
const GO_ON_WITHIN = 60_000;
/** The carrier's wish for less holds for so long at first (protocols: SMS, ESME_RTHROTTLED). */
const SLOWER_AFTER = 1000;
const NOT_BOUND = 'the line to the carrier is not bound';
const TORN = 'the carrier has only the first parts of it';

/**
 * Sends a text over a line, part by part. What was lost with the line is unknown: its receipts may tell.
 * @param asking called when the first part has its place
 */
export async function sendBySmpp(line: Line, connection: Connection, outgoing: Outgoing, asking: () => Promise<boolean>): Promise<Outcome> {
  const text = outgoing.message.text ?? '';
  const reference = line.nextReference();
  const submits = submitsOf({ text, from: connection.sender, to: outgoing.address, reference }, line.settings);
  const ids: string[] = [];
  let answer = '';
  for (const submit of submits) {
    const end = ids.length === 0 ? await submitFirst(line, submit, asking) : await submitNext(line, submit);
    if ('outcome' in end) return end;
    ids.push(end.id);
    answer = end.answer;
  }
  const [providerMessageId = ''] = ids;
  return { outcome: 'ACCEPTED', providerMessageId, ...(ids.length > 1 && { partIds: ids }), answer };
}

interface TakenPart {
  id: string;
  answer: string;
}

/** The carrier has nothing of the text yet: whatever hinders it, the whole text comes again. */
async function submitFirst(line: Line, submit: Submit, asking: () => Promise<boolean>): Promise<TakenPart | Outcome> {
  const end = performance.now() + BEGIN_WITHIN;
  for (let tries = 1; ; tries++) {
    const submitted = await line.submit(submit, end - performance.now(), asking);
    if (submitted.kind === 'NOT_SENT') return line.state().bound ? { outcome: 'NOT_ASKED', afterMs: submitted.waitMs } : unbound(line);
    const said = await heed(line, submitted);
    if ('next' in said) {
      const { next, name: answer, reason } = said;
      if (next === 'SLOW_DOWN') return { outcome: 'LATER', afterMs: SLOWER_AFTER, answer };
      if (next === 'REBIND') return { outcome: 'UNAVAILABLE', problem: 'UNREACHABLE', answer };
      if (next === 'ONCE' && tries === 1 && performance.now() < end) continue;
      return { outcome: 'REFUSED', reason, final: next !== 'AGAIN', answer };
    }
    return said;
  }
}

/** The carrier has those before it: what comes again as a whole would be there twice. */
async function submitNext(line: Line, submit: Submit): Promise<TakenPart | Outcome> {
  const end = performance.now() + GO_ON_WITHIN;
  for (let tries = 1; ; tries++) {
    const submitted = await line.submit(submit, end - performance.now(), async () => true);
    const isOver = performance.now() >= end;
    if (submitted.kind === 'NOT_SENT') {
      if (isOver || !line.state().bound) return { outcome: 'UNKNOWN', answer: TORN };
      continue;
    }
    const said = await heed(line, submitted);
    if (!('next' in said)) return said;
    const { next, name: answer, reason } = said;
    if (next === 'FINAL' || (next === 'ONCE' && tries > 1)) return { outcome: 'REFUSED', reason, final: true, answer };
    if (next === 'REBIND' || isOver) return { outcome: 'UNKNOWN', answer: `${TORN}: ${answer}` };
    if (next === 'AGAIN') await pause(SLOWER_AFTER);
  }
}

/** What an answer means, where the part was not taken; the line is told what concerns it. */
async function heed(line: Line, submitted: Exclude<Submitted, { kind: 'NOT_SENT' }>): Promise<TakenPart | Outcome | SubmitMeaning> {
  if (submitted.kind === 'LOST') return { outcome: 'UNKNOWN', answer: 'the line was lost before the answer' };
  const meaning = meaningOfSubmit(submitted.status, line.settings.vendorReasons);
  const { name, next } = meaning;
  if (next === 'ACCEPTED' && submitted.messageId !== '') {
    return { id: keptId(submitted.messageId), answer: `${name} ${submitted.messageId}` };
  }
  if (next === 'SLOW_DOWN') line.throttled();
  if (next === 'REBIND') line.rebind();
  return meaning;
}

/** Nothing can be sent over it now, and why. */
export function unbound(line: Line | undefined): Outcome {
  const { kind, answer } = line?.state().problem ?? { kind: 'UNREACHABLE', answer: NOT_BOUND };
  return { outcome: 'UNAVAILABLE', problem: kind, answer };
}

/** Gives each thing that comes over one line a name by which it is known again. */
export interface Arrivals {
  /** What is brought again because its answer was late or lost bears the name of the first; the same words later are another message. */
  nameOf(pdu: Pdu): string;
  /** The carrier has heard that it arrived. */
  answered(pdu: Pdu): void;
}

/** After its answer was written, a repetition may still be on its way. */
const KNOWN_AFTER_ANSWER = 2000;

export function createArrivals(): Arrivals {
  const known = new Map<string, string>();
  let count = 0;
  const start = Date.now().toString(36);
  const hashOf = (pdu: Pdu): string => {
    const { source_addr: from, destination_addr: to, esm_class: esm, data_coding: coding } = pdu;
    const fields = JSON.stringify([
      from,
      to,
      esm,
      coding,
      pdu.sar_msg_ref_num,
      pdu.sar_segment_seqnum,
      pdu.receipted_message_id,
      pdu.message_state,
    ]);
    return createHash('sha256').update(fields).update(bytesOf(pdu)).digest('hex');
  };
  return {
    nameOf(pdu) {
      const hash = hashOf(pdu);
      const name = known.get(hash) ?? `${hash.slice(0, 32)}:${start}:${++count}`;
      known.set(hash, name);
      return name;
    },
    answered(pdu) {
      const hash = hashOf(pdu);
      const name = known.get(hash);
      const forget = () => void (known.get(hash) === name && known.delete(hash));
      setTimeout(forget, KNOWN_AFTER_ANSWER).unref();
    },
  };
}

const bytesOf = (pdu: Pdu): Buffer => {
  const { short_message: short, message_payload: payload } = pdu;
  const bytes = short && short.length > 0 ? short : payload;
  return bytes ?? Buffer.alloc(0);
};

/** Type of number: whole, with its country. */
const INTERNATIONAL = 1;

/** What came over a line, as it is stored. */
export function takeFromSmpp(
  pdu: Pdu,
  { name, receiptIds, country }: { name: string; receiptIds: SmppCarrierSettings['receiptIds']; country: string },
): RawDelivery {
  const { source_addr: from = '', source_addr_ton: fromTon = 0, esm_class: esmClass = 0, data_coding: dataCoding = 0 } = pdu;
  const { receipted_message_id: messageId, message_state: state, sar_msg_ref_num: reference } = pdu;
  const { sar_segment_seqnum: part, sar_total_segments: parts } = pdu;
  const sar = reference !== undefined && part !== undefined && parts !== undefined ? { reference, part, parts } : undefined;
  const writer = writerOf(from, country, { isInternational: fromTon === INTERNATIONAL });
  const delivery: SmsDelivery = {
    from: 'SMPP',
    told: {
      id: name,
      esmClass,
      dataCoding,
      bytes: bytesOf(pdu).toString('base64'),
      ...(messageId !== undefined && { messageId: messageId.replaceAll('\u0000', '') }),
      ...(state !== undefined && { state }),
      ...(sar && { sar }),
      receiptIds,
    },
    writer,
  };
  return rawDelivery(`smpp:${name}`, writer.address, delivery);
}

const RECEIPT_BITS = 0x3c;
export const isReceipt = ({ esm_class: esmClass = 0 }: Pdu): boolean => (esmClass & RECEIPT_BITS) !== 0;
