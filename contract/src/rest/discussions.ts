import * as z from 'zod/mini';
import { askedNumber, ClientCreationId, Id, Instant, requiredText } from '../entities/primitives.ts';
import { OneRoom, RoomType } from '../entities/room.ts';
import { ROOM_NAME_LIMIT } from '../limits.ts';
import { route } from './access.ts';

/**
 * A room that another one is about, or that is about it. `room` is null for whoever does not see it: they learn that there is one, and
 * nothing of it.
 */
export const LinkedRoom = z.object({
  room: z.nullable(
    z.object({
      id: Id,
      type: RoomType,
      name: z.nullable(z.string()),
      contactId: z.nullable(Id),
      /** A customer who came by live chat: without a name, one of many visitors. */
      isVisitor: z.boolean(),
      /** A customer's address, by which they are called where they have no name (`customerAddress`). */
      address: z.nullable(z.string()),
      /** By whom a chat without a name is called: the others in it, in a group by their first names. */
      people: z.array(z.string()),
    }),
  ),
  begunAt: Instant,
});
export type LinkedRoom = z.infer<typeof LinkedRoom>;

/** Chats of colleagues about a customer's room. */
export const discussions = {
  /**
   * Of a customer's room the chats about it that I am in; of a chat the customers' rooms that it is about. By pages, the newest first.
   * Throws ROOM_NOT_FOUND.
   */
  list: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/discussions', 'Chats about a room, or rooms that a chat is about')
    .input(z.object({ params: z.object({ roomId: Id }), query: z.object({ page: z._default(askedNumber(0, 10_000), 0) }) }))
    .output(z.object({ content: z.array(LinkedRoom), last: z.boolean() })),
  /**
   * With one colleague in the chat of the two, with several in a new group. Begun with the same people once more it is linked once.
   * Throws ROOM_NOT_FOUND, DISCUSSION_OF_CUSTOMERS_ROOMS, and what `rooms.create` throws.
   */
  begin: route(['rooms', 'create'], 'POST', '/rooms/{roomId}/discussions', 'Discuss a customer’s room with colleagues')
    .input(
      z.object({
        params: z.object({ roomId: Id }),
        body: z.object({
          users: z.array(Id).check(z.minLength(1), z.maxLength(500)),
          name: z.optional(requiredText(ROOM_NAME_LIMIT)),
          clientRoomId: z.optional(ClientCreationId),
        }),
      }),
    )
    .output(OneRoom),
  /**
   * The chat stays as it is, and stands beside the room no longer. Who is in it and sees the room may do so; what is not linked stays as it is.
   * Throws ROOM_NOT_FOUND of either.
   */
  end: route(['rooms', 'create'], 'DELETE', '/rooms/{roomId}/discussions/{chatId}', 'A chat is about a customer’s room no longer')
    .input(z.object({ params: z.object({ roomId: Id, chatId: Id }) }))
    .output(z.object({ chatId: Id })),
};
