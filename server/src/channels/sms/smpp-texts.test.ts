import { SmppCarrierSettings } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSms } from './deliveries.ts';
import { decodeGsm, encodeGsm } from './gsm-alphabet.ts';
import { idsOfReceipt, keptId } from './message-ids.ts';
import { canBeWrittenTo, kindOf, writerOf } from './senders.ts';
import { readReceipt } from './smpp-receipt.ts';
import { placeIn, submitsOf, textOf } from './smpp-texts.ts';
import { subscriptionIn } from './stop-words.ts';

const settings = (more: object = {}) => SmppCarrierSettings.parse(more);
const submits = (text: string, more: object = {}, from = 'MyShop', to = '+359888111222') =>
  submitsOf({ text, from, to, reference: 113 }, settings(more));

describe('a text on its way to a carrier over SMPP', () => {
  it('is in the GSM alphabet where it can be, one septet a byte, with the coding that the carrier wants', () => {
    const [only, ...more] = submits('Hi @ €5', { gsmDataCoding: 0 });
    expect(more).toEqual([]);
    expect(only).toMatchObject({ data_coding: 0, esm_class: 0, registered_delivery: 1 });
    expect([...(only?.short_message ?? [])]).toEqual([0x48, 0x69, 0x20, 0x00, 0x20, 0x1b, 0x65, 0x35]);
    expect(submits('Hi', { gsmDataCoding: 1 })[0]?.data_coding).toBe(1);
    expect(submits('été ê')[0]?.data_coding).toBe(8);
    expect([...(submits('ж')[0]?.short_message ?? [])]).toEqual([0x04, 0x36]);
  });

  it.each([
    ['MyShop', 5, 0],
    ['+359700123456', 1, 1],
    ['1917', 3, 0],
  ])('says of the sender %s what kind it is', (from, ton, npi) => {
    const [first] = submits('Hi', {}, from);
    expect(first).toMatchObject({ source_addr_ton: ton, source_addr_npi: npi, source_addr: from.replace('+', '') });
    expect(first).toMatchObject({ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '359888111222' });
  });

  it('is cut with a header, with fields, or not at all', () => {
    const long = 'ж'.repeat(135);
    const headed = submits(long);
    expect(headed.map(({ short_message: bytes }) => [...bytes.subarray(0, 6)])).toEqual([1, 2, 3].map((part) => [5, 0, 3, 113, 3, part]));
    expect(headed.every(({ esm_class }) => esm_class === 0x40)).toBe(true);
    const fields = submits(long, { longTexts: 'SAR' });
    expect(fields.map((one) => [one.sar_msg_ref_num, one.sar_total_segments, one.sar_segment_seqnum])).toEqual([
      [113, 3, 1],
      [113, 3, 2],
      [113, 3, 3],
    ]);
    expect(fields.map(({ short_message }) => textOf(short_message, 8)).join('')).toBe(long);
    const [whole, ...none] = submits(long, { longTexts: 'PAYLOAD' });
    expect([none, whole?.short_message.length, textOf(whole?.message_payload as Buffer, 8)]).toEqual([[], 0, long]);
  });

  it('can be read again, part by part, and no part is longer than a carrier takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.constantFrom('UDH', 'SAR'), (text, longTexts) => {
        const parts = submits(text.toWellFormed(), { longTexts });
        const read = parts.map(({ short_message: bytes, esm_class, data_coding }) => {
          const isHeaded = (esm_class & 0x40) !== 0;
          if (data_coding === 8) expect(bytes.length).toBeLessThanOrEqual(140);
          else expect(bytes.length).toBeLessThanOrEqual(160);
          return textOf(isHeaded ? bytes.subarray(6) : bytes, data_coding);
        });
        expect(read.join('')).toBe(text.toWellFormed());
      }),
    );
  });
});

describe('the GSM alphabet', () => {
  it('has each of its signs once, and reads what it has written', () => {
    const signs = Array.from({ length: 128 }, (_, code) => decodeGsm(Uint8Array.of(code))).filter((sign) => sign !== ' ');
    expect(new Set(signs).size).toBe(signs.length);
    const all = `${signs.join('')} \f^{}\\[~]|€`;
    expect(decodeGsm(encodeGsm(all))).toBe(all);
    expect(() => encodeGsm('ж')).toThrow('not in the GSM alphabet');
  });
});

describe('what comes over SMPP', () => {
  it.each([
    [0, Buffer.from([0x00, 0x02, 0x1b, 0x65]), '@$€'],
    [1, Buffer.from('plain @'), 'plain @'],
    [3, Buffer.from([0xe9]), 'é'],
    [6, Buffer.from([0xd6]), 'ж'],
    [8, Buffer.from([0xd8, 0x3d, 0xde, 0x00]), '😀'],
    [0xf0, Buffer.from([0x00]), '@'],
    [0x10, Buffer.from([0x00]), '@'],
  ])('is read by its coding 0x%s', (coding, bytes, text) => expect(textOf(bytes, coding)).toBe(text));

  it.each([
    ['8-bit', [0, 3, 0x42, 2, 1], { reference: 0x42, parts: 2, part: 1 }],
    ['16-bit', [8, 4, 0x01, 0x02, 3, 2], { reference: 0x10102, parts: 3, part: 2 }],
    ['behind another element', [0x24, 1, 1, 0, 3, 7, 2, 2], { reference: 7, parts: 2, part: 2 }],
    ['of one part', [0, 3, 7, 1, 1], null],
    ['beyond its count', [0, 3, 7, 2, 3], null],
    ['cut short', [0, 3, 7], null],
    ['none', [], null],
  ])('has a header: %s', (_, header, place) => expect(placeIn(Buffer.from(header))).toEqual(place));
});

describe('what a customer wrote and came broken over SMPP', () => {
  const readingOf = (esmClass: number, bytes: number[]) =>
    readSms(
      JSON.stringify({
        from: 'SMPP',
        told: { id: 'one', esmClass, dataCoding: 0, bytes: Buffer.from(bytes).toString('base64'), receiptIds: 'ANY' },
        writer: { address: '+359888000111', name: null, at: '2026-11-30T10:00:00.000Z' },
      }),
    );
  const incomplete = [{ kind: 'MESSAGE', text: '', content: { type: 'UNSUPPORTED_MEDIA', unsupported: 'INCOMPLETE' } }];

  it.each([
    ['no words', 0, []],
    ['a header that is longer than all', 0x40, [9, 0, 3, 1]],
    ['a header whose element is longer than it', 0x40, [5, 0, 9, 1, 2, 1, 72, 105]],
    ['a header that was announced and is not there', 0x40, []],
  ])('%s: shown as incomplete, and not as words that say nothing', (_what, esmClass, bytes) => {
    expect(readingOf(esmClass, bytes)).toMatchObject(incomplete);
  });

  it('with a whole header it is what it was', () => {
    expect(readingOf(0x40, [5, 0, 3, 7, 2, 1, 72, 105])).toMatchObject([
      { kind: 'MESSAGE_PART', text: 'Hi', reference: 7, part: 1, parts: 2 },
    ]);
    expect(readingOf(0x40, [6, 5, 4, 1, 2, 3, 4, 72, 105])).toMatchObject([{ kind: 'MESSAGE', text: 'Hi' }]);
  });
});

describe('a receipt', () => {
  it('is read from its fields before its text, and from its text in any case', () => {
    const text = 'ID:A1B2 sub:001 DLVRD:001 submit date:2611272330 Done Date:261127233112 STAT:delivrd ERR:000 Text:Hi id:X';
    expect(readReceipt({ text })).toEqual({ id: 'A1B2', state: 'DELIVRD', error: '000', doneAt: '261127233112' });
    expect(readReceipt({ messageId: 'FF\u0000', state: 5, text })).toMatchObject({ id: 'FF', state: 'UNDELIV' });
    expect(readReceipt({ messageId: 'FF', state: 2, text: '' })).toEqual({ id: 'FF', state: 'DELIVRD', error: null, doneAt: null });
    expect(() => readReceipt({ text: 'stat:DELIVRD' })).toThrow('names no message');
    expect(() => readReceipt({ text: 'id:1' })).toThrow('names no state');
  });

  it.each([
    ['SAME', '001A', ['1A']],
    ['HEX_IN_RECEIPT', '7C41', ['31809']],
    ['DECIMAL_IN_RECEIPT', '31809', ['7C41']],
    ['ANY', '7c41d0a1', ['7C41D0A1', '2084688033']],
    ['ANY', '1234', ['1234', '4D2', '4660']],
    ['ANY', 'msg-1', ['msg-1']],
  ] as const)('with ids %s names %s as %j', (how, id, ids) => expect(idsOfReceipt(id, how)).toEqual(ids));

  it('and an answer are kept alike', () => expect([keptId('0007c4'), keptId('7C4'), keptId('uuid-0A')]).toEqual(['7C4', '7C4', 'uuid-0A']));
});

describe('who has written (BUG-158)', () => {
  it.each([
    ['1917', '1917', null],
    ['MYBANK', 'MYBANK', 'MYBANK'],
    ['116117', '116117', null],
    ['+359 88', '35988', null],
    ['anonymous', 'ANONYMOUS', 'anonymous'],
    ['', 'UNKNOWN', 'UNKNOWN'],
    ['359888111222', '+359888111222', null],
  ])('%j is kept as %s', (from, address, name) => {
    expect(writerOf(from, 'BG', { isInternational: true })).toMatchObject({ address, name });
  });

  it('is written to where that is a number', () => {
    expect(['+359888111222', '1917', 'MYBANK', 'UNKNOWN', ''].map(canBeWrittenTo)).toEqual([true, true, false, false, false]);
    expect(['+359888111222', '1917', 'MYBANK'].map(kindOf)).toEqual(['NUMBER', 'SHORT_CODE', 'NAME']);
  });
});

describe('the word by which a customer wants nothing more', () => {
  it.each([
    ['STOP', false],
    [' стоп. ', false],
    ['Start', true],
    ['СТАРТ!', true],
    ['Stop calling me', null],
    ['', null],
  ])('%j', (text, subscribed) => expect(subscriptionIn(text)?.subscribed ?? null).toBe(subscribed));
});
