import { ChannelApplication } from '@parley/contract';
import type { Reader } from '../../platform/database.ts';

/** The account's ends of channels that are switched on, by name. */
export async function channelApplications(on: Reader): Promise<ChannelApplication[]> {
  const rows = await on
    .selectFrom('channel_applications')
    .select(['id', 'type', 'name'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ChannelApplication.parse(row));
}
