import { ChannelApplication, isTwoWay } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';

/** Not a mailbox that only receives: over it nobody can be written to. Of `channel_applications`. */
export const sendsAtAll = sql<boolean>`settings->>'direction' is distinct from 'INCOMING'`;

/** The account's ends of channels that are switched on and over which conversations are held, by name (communications, section 3: one-way ones are excluded). */
export async function channelApplications(on: Reader): Promise<ChannelApplication[]> {
  const rows = await on
    .selectFrom('channel_applications')
    .select(['id', 'type', 'name', 'communication_type as communicationType'])
    .where('active', '=', true)
    .where(sendsAtAll)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ChannelApplication.parse(row)).filter(isTwoWay);
}
