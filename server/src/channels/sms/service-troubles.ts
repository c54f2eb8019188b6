import type { CarrierServiceTrouble, TroublesQuery } from '@parley/contract';
import { sql } from 'kysely';
import { senderAddress } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { type RawDelivery, type RoomsDeps, storeInbound } from '../../rooms/index.ts';
import type { Connections } from '../providers/index.ts';
import { SmsDelivery } from './deliveries.ts';
import { isSameSender } from './senders.ts';

/** Keeps what a service's carrier brought for `named`, and what is nobody's. Rejects when the database stays away. */
export type KeepTrouble = (serviceId: string, named: string, delivery: RawDelivery) => Promise<void>;

/** Longer than any sender is. */
const LONGEST_NAME = 100;

/** As the service's own trouble, for super admins: once, however often it is brought. */
export const keepTroubleIn =
  (db: Database): KeepTrouble =>
  async (serviceId, named, { deliveryKey, body }) => {
    const called = named.replaceAll('\u0000', '').toWellFormed().slice(0, LONGEST_NAME);
    await db.outside((tx) =>
      tx
        .insertInto('carrier_service_troubles')
        .values({
          id: newId(),
          service_id: serviceId,
          delivery_key: deliveryKey,
          named: called,
          problem: `nobody here is called ${called}`,
          body: sql<string>`${body}`,
        })
        .onConflict((conflict) => conflict.columns(['service_id', 'delivery_key']).doNothing())
        .execute(),
    );
  };

/** Newest first, after `after`. */
export async function listTroubles(
  on: Reader,
  serviceId: string,
  { size, after }: TroublesQuery,
): Promise<{ content: CarrierServiceTrouble[]; last: boolean }> {
  const rows = await on
    .selectFrom('carrier_service_troubles')
    .select(['id', 'named', 'arrived_at', 'body'])
    .where('service_id', '=', serviceId)
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const content = rows.slice(0, size).map(({ id, named, arrived_at, body }) => ({
    id,
    receivedAt: arrived_at,
    named,
    address: writerIn(SmsDelivery.parse(JSON.parse(body)))?.address ?? '',
    original: body.toWellFormed(),
  }));
  return { content, last: rows.length <= size };
}

const writerIn = (delivery: SmsDelivery) => ('writer' in delivery ? delivery.writer : null);

interface TroubleKey {
  serviceId: string;
  troubleId: string;
}

/**
 * Gives it to the end that is called so by now, as if it had just come; it stays where there is none. Given by two at once, it arrives once, since the
 * carrier's own name of it goes along. Throws DELIVERY_NOT_FOUND.
 * @returns to whom it was given
 */
export async function giveTrouble(
  { rooms, connections }: { rooms: RoomsDeps; connections: Connections },
  { serviceId, troubleId }: TroubleKey,
): Promise<{ accountId: string; channelApplicationId: string } | null> {
  const { db } = rooms;
  const row = await db
    .outsideReader()
    .selectFrom('carrier_service_troubles')
    .select(['named', 'delivery_key', 'body'])
    .where('id', '=', troubleId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst();
  if (!row) throw problem('DELIVERY_NOT_FOUND');
  const end = (await connections.ofService(serviceId)).find(({ sender }) => isSameSender(sender, row.named));
  if (!end) return null;
  const { accountId, channelApplicationId, type } = end;
  const delivery = deliveryFor(end.country, row);
  await storeInbound(rooms, { accountId, channelApplicationId, channelType: type }, [delivery]);
  await removeTrouble(db, { serviceId, troubleId });
  return { accountId, channelApplicationId };
}

/** @returns whether it was there */
export async function removeTrouble(db: Database, { serviceId, troubleId }: TroubleKey): Promise<boolean> {
  const removed = await db.outside((tx) =>
    tx
      .deleteFrom('carrier_service_troubles')
      .where('id', '=', troubleId)
      .where('service_id', '=', serviceId)
      .returning('id')
      .executeTakeFirst(),
  );
  return removed !== undefined;
}

/** Nobody knew in which country a number without one was meant, which no number that begins with a country does by a zero: by now the account says. */
function deliveryFor(country: string, { delivery_key, body }: { delivery_key: string; body: string }): RawDelivery {
  const delivery = SmsDelivery.parse(JSON.parse(body));
  const writer = writerIn(delivery);
  if (!writer) return { address: '', deliveryKey: delivery_key, body };
  const { address, name } = senderAddress(writer.name ?? writer.address.replace(/^\+0/, '0'), country);
  return { address, deliveryKey: delivery_key, body: JSON.stringify({ ...delivery, writer: { ...writer, address, name } }) };
}
