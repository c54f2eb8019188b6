import type { QuarantinedDelivery } from '@parley/contract';
import { sql } from 'kysely';
import type { Database, Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { type RoomsDeps, releaseFromQuarantine, settleQuarantined, storeInbound } from '../../rooms/index.ts';
import type { Adapter } from './adapter.ts';
import type { Connection } from './connections.ts';
import { callAsItCame, callOf, isKeptCall, KEPT } from './kept-call.ts';
import { whyOf } from './quarantine-reason.ts';

/** Characters of an original that a list shows. */
export const PREVIEW = 500;
/** And of one alone: whoever looks at it looks for what is wrong, which stands further up. */
export const WHOLE = 200_000;
/** So much longer than what is shown a kept call may be to be opened: its body is written with escapes, and much of it is not shown. */
const OPENED = 50_000;

/** Newest first, after `after`. */
export async function listQuarantined(
  on: Reader,
  channelApplicationId: string,
  { size, after }: { size: number; after?: string | undefined },
): Promise<{ content: QuarantinedDelivery[]; last: boolean }> {
  const rows = await selectQuarantined(on, channelApplicationId, PREVIEW)
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  return { content: rows.slice(0, size).map((row) => asDelivery(row, PREVIEW)), last: rows.length <= size };
}

/** Throws DELIVERY_NOT_FOUND. */
export async function oneQuarantined(on: Reader, channelApplicationId: string, id: string): Promise<QuarantinedDelivery> {
  const row = await selectQuarantined(on, channelApplicationId, WHOLE).where('id', '=', id).executeTakeFirst();
  if (!row) throw problem('DELIVERY_NOT_FOUND');
  return asDelivery(row, WHOLE);
}

function selectQuarantined(on: Reader, channelApplicationId: string, letters: number) {
  return (
    on
      .selectFrom('raw_inbound')
      .select(['id', 'received_at', 'address', 'error'])
      .select('delivery_key')
      // A call is opened to be shown, which takes the whole of it.
      .select(sql<string>`left(body, ${letters} + case when starts_with(delivery_key, ${KEPT}) then ${OPENED}::int else 0 end)`.as('body'))
      .select(sql<number>`length(body)`.as('letters'))
      .where('channel_application_id', '=', channelApplicationId)
      .where('state', '=', 'QUARANTINED')
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectQuarantined>['executeTakeFirstOrThrow']>>;

function asDelivery({ id, received_at, address, error, delivery_key, body, letters }: Row, shown: number): QuarantinedDelivery {
  const isOpened = isKeptCall({ deliveryKey: delivery_key }) && body.length === letters;
  const original = isOpened ? callAsItCame(body) : body;
  const said = error ?? '';
  return {
    id,
    receivedAt: received_at,
    address,
    why: whyOf(said),
    error: said,
    original: original.slice(0, shown).toWellFormed(),
    isWhole: original.length <= shown && body.length === letters,
  };
}

/**
 * Works once more on what could not be worked on. A delivery is put back and taken like any other; a call that could not be cut is cut first, and
 * stays where that fails again. Throws DELIVERY_NOT_FOUND.
 */
export async function runAgain(
  parts: { db: Database; rooms: RoomsDeps; adapterOf(type: string): Adapter | undefined },
  connection: Connection,
  id: string,
): Promise<{ released: boolean; error: string | null }> {
  const { db, rooms } = parts;
  const { accountId, channelApplicationId, type } = connection;
  const row = await db
    .reader(accountId)
    .selectFrom('raw_inbound')
    .select(['body', 'delivery_key'])
    .where('id', '=', id)
    .where('channel_application_id', '=', channelApplicationId)
    .where('state', '=', 'QUARANTINED')
    .executeTakeFirst();
  if (!row) throw problem('DELIVERY_NOT_FOUND');
  if (!isKeptCall({ deliveryKey: row.delivery_key })) {
    if (!(await releaseFromQuarantine(rooms, accountId, id))) throw problem('DELIVERY_NOT_FOUND');
    return { released: true, error: null };
  }
  const hook = parts.adapterOf(type)?.hook;
  if (!hook) throw problem('CHANNEL_NOT_CONNECTED');
  try {
    const { deliveries } = hook.take(callOf(row.body), connection);
    await storeInbound(rooms, { accountId, channelApplicationId, channelType: type }, deliveries);
  } catch (error) {
    return { released: false, error: await settleQuarantined(rooms, accountId, id, error) };
  }
  await settleQuarantined(rooms, accountId, id, null);
  return { released: true, error: null };
}
