import * as z from 'zod/mini';
import { Count, Id } from '../entities/primitives.ts';
import {
  NewScheduledMessage,
  ReplacementUnderWay,
  RoomWithScheduled,
  ScheduledEdit,
  ScheduledMessage,
  SendingRules,
  sendingRules,
} from '../entities/scheduled.ts';
import { seenByWriter } from '../entities/seen-by-writer.ts';
import { replacements, route } from './access.ts';

const inRoom = z.object({ roomId: Id });
const inAccount = z.object({ accountId: Id });
/** Comma-separated. */
const areIds = (list: string): boolean => list.split(',').every((id) => Id.safeParse(id).success);
const administer = ['sending', 'administer'] as const;

/** What becomes of a message that waits, or was not sent. */
export const ScheduledChange = z.object({
  /**
   * SENT: now; what could be taken back and a colleague has answered meanwhile stands as FAILED, COLLEAGUE_ANSWERED, instead, and goes by naming the place of
   * that answer as seen. CANCELLED: by its author, who holds its conversation, or who may reassign; WAITING: that was not meant. TAKEN_BACK: its author goes
   * on writing it; it stays told as unsent until it is DISMISSED, so that it is nowhere lost.
   */
  become: z.enum(['SENT', 'CANCELLED', 'TAKEN_BACK', 'WAITING', 'DISMISSED']),
  ...seenByWriter,
});
export type ScheduledChange = z.infer<typeof ScheduledChange>;

/** Messages to customers that are sent later. */
export const scheduled = {
  /**
   * What waits there, for all who see the room; and what of one's own was not sent. What can only be taken back is told to its author alone; of what
   * takes the place of an undelivered message `replacing` tells the others that somebody is at it, so that nobody else begins.
   */
  list: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/scheduled', 'Messages of a room that are sent later')
    .input(z.object({ params: inRoom }))
    .output(z.object({ content: z.array(ScheduledMessage), replacing: z.array(ReplacementUnderWay) })),
  /**
   * How many messages wait in these conversations: scheduled by anybody, so many of them (`starting`) begin one where there is none at their time; sent
   * by whoever asks, who can still take them back. For those that they may see.
   */
  waiting: route(['rooms', 'read'], 'GET', '/conversations/scheduled', 'How many messages wait in conversations')
    .input(
      z.object({
        query: z.object({ conversation_id: z.string().check(z.maxLength(4000), z.refine(areIds, { error: 'NOT_A_LIST_OF_IDS' })) }),
      }),
    )
    .output(z.object({ scheduled: Count, starting: Count, undoable: Count })),
  /**
   * Throws what sending it now would throw, SCHEDULED_TIME_PASSED, SCHEDULED_TOO_LATE, SCHEDULED_ROOM_FULL, CONVERSATION_RESOLVED and
   * CLIENT_MESSAGE_ID_USED.
   */
  create: route(['rooms', 'send'], 'POST', '/rooms/{roomId}/scheduled', 'Send a message later')
    .input(z.object({ params: inRoom, body: NewScheduledMessage }))
    .output(ScheduledMessage),
  /**
   * Asked again, the same changes nothing. Throws SCHEDULED_NOT_FOUND, SCHEDULED_NOT_YOURS, SCHEDULED_SETTLED, and for SENT what sending throws. What
   * its author is asked about, or stands behind such a one on its channel, does not become SENT, but FAILED by COLLEAGUE_ANSWERED.
   */
  change: route(['rooms', 'send'], 'PUT', '/rooms/{roomId}/scheduled/{scheduledId}', 'Send, cancel or take back a message that waits')
    .input(z.object({ params: z.object({ roomId: Id, scheduledId: Id }), body: ScheduledChange }))
    .output(ScheduledMessage),
  /**
   * Other words, files, another time or choice for a message that waits, by its author. Asked again, the same changes nothing. Throws
   * SCHEDULED_NOT_FOUND, SCHEDULED_NOT_YOURS, SCHEDULED_SETTLED once it waits no more, SCHEDULED_CHANGED when another window was first, and what making
   * it would throw.
   */
  edit: route(['rooms', 'send'], 'PUT', '/rooms/{roomId}/scheduled/{scheduledId}/content', 'Edit a message that waits')
    .input(z.object({ params: z.object({ roomId: Id, scheduledId: Id }), body: ScheduledEdit }))
    .output(ScheduledMessage),
  /** Rooms in which messages of one's own wait or were not sent, the next one first; and what one has sent and can take back, wherever that was. */
  mine: route(['rooms', 'read'], 'GET', '/users/me/scheduled', 'Rooms with messages of mine that are sent later')
    .input(z.object({}))
    .output(z.object({ content: z.array(RoomWithScheduled), undoable: z.array(ScheduledMessage) })),
};

/** How messages to customers are sent in an account, for its admins, and for super admins who name it. */
export const sending = {
  read: route(administer, 'GET', '/accounts/{accountId}/sending', 'How messages to customers are sent')
    .input(z.object({ params: inAccount }))
    .output(SendingRules),
  change: route(administer, 'PATCH', '/accounts/{accountId}/sending', 'Change how messages to customers are sent')
    .input(z.object({ params: inAccount, body: replacements(sendingRules) }))
    .output(SendingRules),
};
