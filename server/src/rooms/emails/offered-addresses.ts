import {
  ADDRESSES_OFFERED,
  addressIn,
  type Email,
  foldedName,
  nameIn,
  type OfferedAddress,
  recipientKey,
  searchedWords,
  settledAddress,
} from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { visibleRooms } from '../access.ts';

/** So many of a room's newest events are looked through for its e-mails. */
const LOOKED_THROUGH = 300;

/**
 * Whom an e-mail of a room may go to: who wrote and read its e-mails, colleagues, and the customers whom this person may see; whose address begins so, or
 * whose name has words that begin so. The room is one that they see.
 */
export async function offeredAddresses(on: Reader, actor: Actor, roomId: string, prefix: string): Promise<OfferedAddress[]> {
  const asked = { start: prefix.toLowerCase(), words: searchedWords(prefix) };
  const offered = new Map<string, OfferedAddress>();
  for (const find of [ofRoom, ofColleagues, ofCustomers]) {
    for (const one of await find(on, { actor, roomId, ...asked })) {
      const key = recipientKey(one.address);
      if (!offered.has(key) && settledAddress(one.address) !== null) offered.set(key, one);
      if (offered.size === ADDRESSES_OFFERED) return [...offered.values()];
    }
  }
  return [...offered.values()];
}

interface Asked {
  actor: Actor;
  roomId: string;
  start: string;
  words: readonly string[];
}

/** Not those who got blind copies. */
async function ofRoom(on: Reader, { roomId, start, words }: Asked): Promise<OfferedAddress[]> {
  const { rows } = await sql<{ email: Email }>`
    select e.details -> 'email' as email from (
      select details, type, seq from events where room_id = ${roomId}::uuid order by seq desc limit ${LOOKED_THROUGH}) e
    where e.type = 'EMAIL' and e.details ? 'email' order by e.seq desc`.execute(on);
  const named = rows.flatMap(({ email: { from, to, cc, replyTo } }) => [from, ...(replyTo === null ? [] : [replyTo]), ...to, ...cc]);
  const folded = words.map((word) => ` ${word}`);
  return named
    .map((one) => ({ address: addressIn(one), name: nameIn(one) }))
    .filter(({ address, name }) => {
      const called = foldedName(name);
      return address.toLowerCase().startsWith(start) || (folded.length > 0 && folded.every((word) => called.includes(word)));
    });
}

const like = (start: string): string => `${start.replace(/[\\%_]/g, '\\$&')}%`;
/** Every word of the search begins a word of the name. */
const isCalled = (searched: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql`false`
    : sql`(${sql.join(
        words.map((word) => sql`strpos(${searched}, ${` ${word}`}) > 0`),
        sql` and `,
      )})`;

async function ofColleagues(on: Reader, { start, words }: Asked): Promise<OfferedAddress[]> {
  const rows = await on
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('active', '=', true)
    .where(sql<boolean>`(lower(email) like ${like(start)} or ${isCalled(sql`searched`, words)})`)
    .orderBy('first_name')
    .orderBy('id')
    .limit(ADDRESSES_OFFERED)
    .execute();
  return rows.map(({ email, first_name, last_name }) => ({ address: email, name: `${first_name} ${last_name}`.trim() }));
}

/** By address and by name apart: each is found by its own way. */
async function ofCustomers(on: Reader, { actor, start, words }: Asked): Promise<OfferedAddress[]> {
  const found = on
    .selectFrom('contact_channels as cc')
    .innerJoin('contacts as c', 'c.id', 'cc.contact_id')
    .innerJoin('rooms', 'rooms.id', 'cc.room_id')
    .select(['cc.address', 'c.first_name', 'c.last_name'])
    .where('cc.type', '=', 'EMAIL')
    .where(visibleRooms(actor))
    .limit(ADDRESSES_OFFERED);
  const byAddress = await found.where(sql<boolean>`cc.address like ${like(start)}`).execute();
  const byName = words.length === 0 ? [] : await found.where(sql<boolean>`${isCalled(sql`c.searched`, words)}`).execute();
  return [...byAddress, ...byName].map(({ address, first_name, last_name }) => ({ address, name: `${first_name} ${last_name}`.trim() }));
}
