import { calls } from '../../accounts/index.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms } from '../work.ts';
import { channelApplications } from './channel-applications.ts';
import { makeViberChannel } from './make-channel.ts';

/** Our ends of channels, and the customers' that are made with their first start. */
export function channelsApi(deps: RoomsDeps) {
  return {
    applications: calls.channels.applications.handler(async ({ context: { actor } }) => ({
      content: await channelApplications(deps.db.reader(actor.accountId)),
    })),
    create: calls.channels.create.handler(({ context: { actor }, input: { body } }) =>
      inRooms(deps.db, actor.accountId, (tx) => makeViberChannel(deps, tx, actor, body)),
    ),
  };
}
