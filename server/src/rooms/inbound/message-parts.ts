import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Task } from '../../platform/jobs.ts';
import type { Reading } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import type { InboundPlace } from './channel-of-address.ts';
import { type ProviderMessage, receiveFromProvider } from './receive-from-provider.ts';

export const LATE_PARTS_TASK = 'rooms:late-parts';

/** So long the rest of a long message is waited for. */
export const PARTS_WAIT_MINUTES = 10;
/** A part that comes again within this belongs to the message that was put together; the sender's numbers come round again later. */
const KNOWN_FOR = '1 hour';
/** Stands where a part is missing. */
const GAP = ' … ';
/** Given up in one run at most; the next run, a minute later, goes on. */
const AT_ONCE = 500;

type Part = Extract<Reading, { kind: 'MESSAGE_PART' }>;

/** Whose parts belong together: of one sender to one end, under one number, of so many. */
type Group = InboundPlace & Pick<Part, 'address' | 'reference' | 'parts'>;

interface KeptPart {
  part: number;
  provider_message_id: string;
  body: string;
  joined: boolean;
}

/**
 * Keeps a part of a customer's long message, and stores the message once all parts are here, in their order. A part that comes again changes
 * nothing; one that says something else under the same number begins another message, and what was waiting is shown as incomplete. Parts of one
 * address come one after the other (`claim_inbound`). May be done again after a crash at any point: what is put together has one id.
 */
export async function receivePart(deps: RoomsDeps, place: InboundPlace, reading: Part): Promise<void> {
  const { address, reference, parts, part, text, providerMessageId } = reading;
  const group: Group = { ...place, address, reference, parts };
  const before = await read(deps, group);
  const same = before.find((one) => one.part === part);
  const isOther = same !== undefined && same.provider_message_id !== providerMessageId && same.body !== text;
  if (isOther) {
    await show(deps, group, waitingOf(before));
    await deps.db.inAccount(group.accountId, (tx) => groupRows(tx.deleteFrom('inbound_parts'), group).execute());
  }
  if (isOther || same === undefined) await keep(deps, group, reading);
  const here = await read(deps, group);
  const waiting = waitingOf(here);
  // What comes after the rest was given up is shown by itself.
  if (waiting.length === parts || here.length > waiting.length) await show(deps, group, waiting);
}

const waitingOf = (parts: readonly KeptPart[]): KeptPart[] => parts.filter(({ joined: isJoined }) => !isJoined);

const read = (deps: RoomsDeps, group: Group): Promise<KeptPart[]> => deps.db.inAccount(group.accountId, (tx) => partsOf(tx, group));

async function keep(deps: RoomsDeps, { accountId, channelApplicationId, address, reference, parts }: Group, part: Part): Promise<void> {
  const row = {
    account_id: accountId,
    channel_application_id: channelApplicationId,
    address,
    reference,
    part_count: parts,
    part: part.part,
    provider_message_id: part.providerMessageId,
    body: part.text,
  };
  await deps.db.inAccount(accountId, (tx) =>
    tx
      .insertInto('inbound_parts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Stores what is here as a message, whole or incomplete, and remembers its parts for a while. */
async function show(deps: RoomsDeps, group: Group, here: readonly KeptPart[]): Promise<void> {
  if (here.length === 0) return;
  const isWhole = here.length === group.parts;
  await receiveFromProvider(
    deps,
    isWhole ? { ...joined(group, here), text: here.map(({ body }) => body).join('') } : incomplete(group, here),
  );
  await markJoined(deps, group, here);
}

const joined = (group: Group, parts: readonly KeptPart[]): Omit<ProviderMessage, 'text'> => ({
  accountId: group.accountId,
  channelApplicationId: group.channelApplicationId,
  channelType: group.channelType,
  address: group.address,
  name: null,
  providerMessageId: `parts:${createHash('sha256')
    .update(parts.map(({ provider_message_id: id }) => id).join('\n'))
    .digest('hex')}`,
});

/** What is here, in its order, with the gaps shown, marked as incomplete (communications, section 3). */
function incomplete(group: Group, here: readonly KeptPart[]): ProviderMessage {
  let text = '';
  for (let part = 1; part <= group.parts; part++) {
    const body = here.find((one) => one.part === part)?.body;
    if (body !== undefined) text += body;
    else if (!text.endsWith(GAP)) text += GAP;
  }
  return {
    ...joined(group, here),
    text: '',
    content: { type: 'UNSUPPORTED_MEDIA', unsupported: 'INCOMPLETE', fallbackText: text.trim() },
  };
}

async function markJoined(deps: RoomsDeps, group: Group, parts: readonly KeptPart[]): Promise<void> {
  await deps.db.inAccount(group.accountId, (tx) =>
    groupRows(tx.updateTable('inbound_parts').set({ joined_at: sql<string>`clock_timestamp()` }), group)
      .where(
        'provider_message_id',
        'in',
        parts.map(({ provider_message_id: id }) => id),
      )
      .execute(),
  );
}

async function partsOf(tx: Tx, group: Group): Promise<KeptPart[]> {
  // What was put together long ago is another message under the same number.
  await groupRows(tx.deleteFrom('inbound_parts'), group)
    .where('joined_at', '<', sql<string>`clock_timestamp() - ${sql.lit(KNOWN_FOR)}::interval`)
    .execute();
  const rows = await groupRows(tx.selectFrom('inbound_parts').select(['part', 'provider_message_id', 'body', 'joined_at']), group)
    .orderBy('part')
    .execute();
  return rows.map(({ joined_at, ...row }) => ({ ...row, joined: joined_at !== null }));
}

interface OfGroup<Query> {
  where(column: 'channel_application_id' | 'address' | 'reference' | 'part_count', is: '=', value: string | number): Query;
}

function groupRows<Query extends OfGroup<Query>>(query: Query, { channelApplicationId, address, reference, parts }: Group): Query {
  return query
    .where('channel_application_id', '=', channelApplicationId)
    .where('address', '=', address)
    .where('reference', '=', reference)
    .where('part_count', '=', parts);
}

interface LateGroup {
  account_id: string;
  channel_application_id: string;
  type: InboundPlace['channelType'];
  address: string;
  reference: number;
  part_count: number;
}

/** Every minute, over all accounts: what was waited for long enough is shown without what is missing. */
export const lateParts =
  (deps: RoomsDeps): Task =>
  async (_payload, { query, signal }) => {
    const { rows } = await query(
      `select p.account_id, p.channel_application_id, a.type, p.address, p.reference, p.part_count
       from inbound_parts p join channel_applications a on a.id = p.channel_application_id
       where p.joined_at is null
       group by 1, 2, 3, 4, 5, 6 having min(p.arrived_at) < clock_timestamp() - make_interval(mins => $1) limit $2`,
      [PARTS_WAIT_MINUTES, AT_ONCE],
    );
    for (const late of rows as LateGroup[]) {
      signal.throwIfAborted();
      const group: Group = {
        accountId: late.account_id,
        channelApplicationId: late.channel_application_id,
        channelType: late.type,
        address: late.address,
        reference: late.reference,
        parts: late.part_count,
      };
      await show(deps, group, waitingOf(await read(deps, group)));
    }
  };
