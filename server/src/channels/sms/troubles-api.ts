import { calls } from '../../accounts/index.ts';
import { doerOf, recordDeed } from '../../audit/index.ts';
import { problem } from '../../platform/problem.ts';
import type { RoomsDeps } from '../../rooms/index.ts';
import type { Connections } from '../providers/index.ts';
import { giveTrouble, listTroubles, removeTrouble } from './service-troubles.ts';

/** What came over carriers' lines and is nobody's, for super admins: the permission table lets nobody else in. */
export function carrierTroublesApi({ rooms, connections }: { rooms: RoomsDeps; connections: Connections }) {
  const { db } = rooms;
  const { carrierTroubles } = calls;

  /** Throws CARRIER_SERVICE_NOT_FOUND, also for another carrier's. */
  async function serviceOf({ carrierId, serviceId }: { carrierId: string; serviceId: string }) {
    const row = await db
      .outsideReader()
      .selectFrom('carrier_services')
      .select(['id', 'title'])
      .where('id', '=', serviceId)
      .where('carrier_id', '=', carrierId)
      .executeTakeFirst();
    if (!row) throw problem('CARRIER_SERVICE_NOT_FOUND');
    return { type: 'CARRIER_SERVICE', id: row.id, name: row.title } as const;
  }

  return {
    list: carrierTroubles.list.handler(async ({ input: { params, query } }) => {
      await serviceOf(params);
      return listTroubles(db.outsideReader(), params.serviceId, query);
    }),
    give: carrierTroubles.give.handler(async ({ context, input: { params } }) => {
      const entity = await serviceOf(params);
      const to = await giveTrouble({ rooms, connections }, params);
      if (to)
        await db.outside((tx) =>
          recordDeed(tx, doerOf(context), { kind: 'CARRIER_SERVICE_TROUBLE_GIVEN', entity, after: { troubleId: params.troubleId, ...to } }),
        );
      return { given: to !== null };
    }),
    remove: carrierTroubles.remove.handler(async ({ context, input: { params } }) => {
      const entity = await serviceOf(params);
      if (!(await removeTrouble(db, params))) throw problem('DELIVERY_NOT_FOUND');
      await db.outside((tx) =>
        recordDeed(tx, doerOf(context), { kind: 'CARRIER_SERVICE_TROUBLE_DELETED', entity, after: { troubleId: params.troubleId } }),
      );
      return {};
    }),
  };
}
