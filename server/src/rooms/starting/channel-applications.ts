import { ChannelApplication, isTwoWay } from '@parley/contract';
import type { Reader } from '../../platform/database.ts';

/** The account's ends of channels that are switched on and over which conversations are held, by name (communications, section 3: one-way ones are excluded). */
export async function channelApplications(on: Reader): Promise<ChannelApplication[]> {
  const rows = await on
    .selectFrom('channel_applications')
    .select(['id', 'type', 'name', 'communication_type as communicationType'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ChannelApplication.parse(row)).filter(isTwoWay);
}
