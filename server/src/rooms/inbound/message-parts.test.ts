import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress } from '../../../test/loop-back/customers.ts';
import { givenSmsDesk, type SmsDesk } from '../../../test/loop-back/sms-desk.ts';
import type { JobContext } from '../../platform/jobs.ts';
import type { Reading } from '../channel-port.ts';
import { lateParts, receivePart } from './message-parts.ts';

type Part = Extract<Reading, { kind: 'MESSAGE_PART' }>;

let desk: SmsDesk;
let place: Parameters<typeof receivePart>[1];
let owner: pg.Client;
let count = 0;

beforeAll(async () => {
  desk = await givenSmsDesk({ takesKey: true, timeoutMs: 400 });
  owner = new pg.Client({ connectionString: desk.database.ownerUrl });
  await owner.connect();
  place = { accountId: desk.account.accountId, channelApplicationId: desk.sms, channelType: 'SMS' };
});
afterAll(async () => {
  await owner.end();
  await desk.close();
});

const partOf = (address: string, part: number, parts: number, text: string, more: Partial<Part> = {}): Part => ({
  kind: 'MESSAGE_PART',
  providerMessageId: `part-${++count}`,
  address,
  text,
  reference: 113,
  part,
  parts,
  ...more,
});
const bring = (part: Part) => receivePart(desk.rooms.deps, place, part);

/** What is told of the messages of an address, in their order. */
async function said(address: string): Promise<string[]> {
  const rows = await desk.database.db
    .reader(place.accountId)
    .selectFrom('events as e')
    .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
    .select(['e.message', 'e.type'])
    .where('c.address', '=', address)
    .where('e.kind', '=', 'COMMUNICATION')
    .orderBy('e.seq')
    .execute();
  return rows.map(({ message, type }) => {
    const { text, fallbackText, unsupportedMediaType } = message as { text?: string; fallbackText?: string; unsupportedMediaType?: string };
    return type === 'MESSAGE' ? (text ?? '') : `${unsupportedMediaType}: ${fallbackText}`;
  });
}

/** Runs what runs every minute, as if so much time had passed. */
async function giveUpLate(minutes = 11): Promise<void> {
  await owner.query('update inbound_parts set arrived_at = arrived_at - make_interval(mins => $1) where joined_at is null', [minutes]);
  const query: JobContext['query'] = (text, values) => owner.query(text, values);
  await lateParts(desk.rooms.deps)(null, { query, signal: new AbortController().signal });
}

describe('a long message that comes in parts', () => {
  it('is one, in its order, whatever the order of its parts and how often each comes (BUG-069)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { minLength: 2, maxLength: 5 }),
        fc.array(fc.nat(4), { maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
        async (texts, again, turns) => {
          const address = newAddress();
          const clean = texts.map((text, place) => `${place}${text.replaceAll('\u0000', '').toWellFormed()}`);
          const parts = clean.map((text, place) => partOf(address, place + 1, clean.length, text));
          const copies = again.map((place) => parts[place % parts.length] as Part);
          const all = [...parts, ...copies];
          const order = all.map((part, place) => ({ part, turn: turns[place] ?? 0 })).toSorted((a, b) => a.turn - b.turn);
          for (const { part } of order) await bring(part);
          expect(await said(address)).toEqual([clean.join('')]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('of two people under one number is never glued together', async () => {
    const [radka, stoyan] = [newAddress(), newAddress()];
    await bring(partOf(radka, 2, 3, 'is my '));
    await bring(partOf(stoyan, 1, 2, 'When do '));
    await bring(partOf(radka, 3, 3, 'order?'));
    await bring(partOf(stoyan, 2, 2, 'you open?'));
    await bring(partOf(radka, 1, 3, 'Where '));
    expect([await said(radka), await said(stoyan)]).toEqual([['Where is my order?'], ['When do you open?']]);
  });

  it('is shown as incomplete, with its gap, when a part has not come for ten minutes; what comes after that by itself', async () => {
    const address = newAddress();
    await bring(partOf(address, 1, 3, 'The lamp '));
    await bring(partOf(address, 3, 3, 'again.'));
    await giveUpLate(9);
    expect(await said(address)).toEqual([]);
    await giveUpLate(2);
    expect(await said(address)).toEqual(['INCOMPLETE: The lamp  … again.']);
    await bring(partOf(address, 2, 3, 'is broken '));
    expect(await said(address)).toEqual(['INCOMPLETE: The lamp  … again.', 'INCOMPLETE: … is broken  …']);
    await giveUpLate();
    expect(await said(address)).toHaveLength(2);
  });

  it('begins anew under a number that comes round again', async () => {
    const address = newAddress();
    await bring(partOf(address, 1, 2, 'One '));
    await bring(partOf(address, 2, 2, 'whole.'));
    await bring(partOf(address, 1, 2, 'Another '));
    await bring(partOf(address, 2, 2, 'one.'));
    // Of this the end is lost, and the number used again.
    await bring(partOf(address, 1, 2, 'Lost '));
    await bring(partOf(address, 1, 2, 'Third '));
    await bring(partOf(address, 2, 2, 'message.'));
    expect(await said(address)).toEqual(['One whole.', 'Another one.', 'INCOMPLETE: Lost  …', 'Third message.']);
  });
});
