import { sql } from 'kysely';
import { newId } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RawDelivery } from '../../rooms/index.ts';

/** Keeps what a service's carrier brought and what is nobody's. Rejects when the database stays away. */
export type KeepTrouble = (serviceId: string, problem: string, delivery: RawDelivery) => Promise<void>;

const LONGEST_PROBLEM = 200;

/** As the service's own trouble, for super admins: once, however often it is brought. */
export const keepTroubleIn =
  (db: Database): KeepTrouble =>
  async (serviceId, problem, { deliveryKey, body }) => {
    await db.outside((tx) =>
      tx
        .insertInto('carrier_service_troubles')
        .values({
          id: newId(),
          service_id: serviceId,
          delivery_key: deliveryKey,
          problem: problem.replaceAll('\u0000', '').toWellFormed().slice(0, LONGEST_PROBLEM),
          body: sql<string>`${body}`,
        })
        .onConflict((conflict) => conflict.columns(['service_id', 'delivery_key']).doNothing())
        .execute(),
    );
  };
