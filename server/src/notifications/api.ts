import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { calls } from '../accounts/index.ts';
import { afterCommit, type Database } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { subject } from '../rooms/index.ts';
import { pageOfMentions, pageOfNotifications } from './reading.ts';
import { countedInTurn } from './unread-at-end.ts';

type ReadNotifications = { id: string } | { upTo: string } | { roomEventIds: string[] } | { roomId: string };

/** One's own notifications: read, and marked as read on all one's screens (administration, section 2). */
export function notificationsApi(db: Database, hub: Hub) {
  return {
    list: calls.notifications.list.handler(({ context: { actor }, input }) =>
      pageOfNotifications(db.reader(actor.accountId), actor, input.query),
    ),
    mentions: calls.notifications.mentions.handler(({ context: { actor }, input }) =>
      pageOfMentions(db.reader(actor.accountId), actor, input.query),
    ),
    read: calls.notifications.read.handler(async ({ context: { actor }, input }) => ({
      unread: await markRead(db, hub, actor, input.body),
    })),
  };
}

/**
 * Marks one of the actor's own, everything to one, what told of events of rooms, or of a room as such, as read; the actor's screens are told when that changes
 * anything.
 * @returns how many are unread now
 */
export async function markRead(db: Database, hub: Hub, actor: Actor, which: ReadNotifications): Promise<number> {
  return db.inAccount(actor.accountId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ read_at: sql<string>`clock_timestamp()` })
      .where('user_id', '=', actor.userId)
      .where('read_at', 'is', null)
      .where((eb) =>
        'id' in which
          ? eb('id', '=', which.id)
          : 'upTo' in which
            ? eb('id', '<=', which.upTo)
            : 'roomId' in which
              ? eb.and([eb('room_id', '=', which.roomId), eb('event_id', 'is', null)])
              : sql<boolean>`event_id = any(${which.roomEventIds}::uuid[])`,
      )
      .executeTakeFirst();
    const unread = (await countedInTurn(tx, [actor.userId])).get(actor.userId) ?? 0;
    if (numUpdatedRows > 0n) {
      afterCommit(tx, () => hub.publish([subject.user(actor.userId)], 'Notification', { notification: null, unread }));
    }
    return unread;
  });
}
