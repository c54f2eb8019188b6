import * as z from 'zod/mini';
import { NotificationPage, OwnMention } from '../entities/notification.ts';
import { askedNumber, Count, Id } from '../entities/primitives.ts';
import { route } from './access.ts';

export const NotificationQuery = z.object({
  size: z._default(askedNumber(1, 100), 30),
  /** Goes on after the last one of the page before: its id. */
  after: z.optional(Id),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** My own notifications (administration, section 2: they can be marked as read). */
export const notifications = {
  list: route(['notifications', 'read'], 'GET', '/users/me/notifications', 'My notifications, newest first')
    .input(z.object({ query: NotificationQuery }))
    .output(NotificationPage),
  /** Newest first; read or unread as the notifications that told of them. What names me no more, or was deleted, is not among them. */
  mentions: route(['notifications', 'read'], 'GET', '/users/me/mentions', 'Messages in which I am named, newest first')
    .input(z.object({ query: NotificationQuery }))
    .output(z.object({ content: z.array(OwnMention), last: z.boolean() })),
  /**
   * Marks as read one, with `upTo` everything to it, with `roomEventIds` what told of these events, which were seen where they stand, or with `roomId` what told
   * of this room, which was looked at, and of no single event of it.
   * What is read or not one's own stays as it is.
   */
  read: route(['notifications', 'read'], 'POST', '/users/me/notifications/read', 'Mark notifications as read')
    .input(
      z.object({
        body: z.union([
          z.strictObject({ id: Id }),
          z.strictObject({ upTo: Id }),
          z.strictObject({ roomEventIds: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
          z.strictObject({ roomId: Id }),
        ]),
      }),
    )
    .output(z.object({ unread: Count })),
};
