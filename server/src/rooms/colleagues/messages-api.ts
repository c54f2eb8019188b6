import { calls } from '../../accounts/index.ts';
import { messagePath } from '../delivery/message-path.ts';
import { writeAnew } from '../delivery/write-anew.ts';
import type { RoomsDeps } from '../deps.ts';
import { readOneRoom } from '../reading/one-room.ts';
import { deleteMessage } from './delete-message.ts';
import { beginDiscussion, endDiscussion, linkedRooms } from './discussions.ts';
import { earlierWords, editMessage } from './edit-message.ts';
import { mentionablePeople } from './mentions.ts';
import { react } from './react.ts';

/** What is done to messages after they were said, and the way of those to customers. */
export function messagesApi(deps: RoomsDeps) {
  return {
    edit: calls.messages.edit.handler(({ context: { actor }, input: { params, body } }) => editMessage(deps, actor, params, body)),
    remove: calls.messages.remove.handler(({ context: { actor }, input: { params } }) => deleteMessage(deps, actor, params)),
    react: calls.messages.react.handler(({ context: { actor }, input: { params, body } }) => react(deps, actor, params, body)),
    earlier: calls.messages.earlier.handler(async ({ context: { actor }, input: { params } }) => ({
      content: await earlierWords(deps.db.reader(actor.accountId), actor, params),
    })),
    path: calls.messages.path.handler(({ context: { actor }, input: { params } }) =>
      messagePath(deps.db.reader(actor.accountId), actor, params),
    ),
    writeAnew: calls.messages.writeAnew.handler(({ context: { actor }, input: { params } }) => writeAnew(deps, actor, params)),
    mentionable: calls.messages.mentionable.handler(async ({ context: { actor }, input: { params } }) => ({
      content: await mentionablePeople(deps.db.reader(actor.accountId), actor, params.roomId),
    })),
  };
}

/** Chats of colleagues about a customer's room. */
export function discussionsApi(deps: RoomsDeps) {
  return {
    list: calls.discussions.list.handler(({ context: { actor }, input: { params, query } }) =>
      linkedRooms(deps.db.reader(actor.accountId), actor, params.roomId, query.page),
    ),
    end: calls.discussions.end.handler(async ({ context: { actor }, input: { params } }) => {
      await endDiscussion(deps, actor, params);
      return { chatId: params.chatId };
    }),
    begin: calls.discussions.begin.handler(async ({ context: { actor }, input: { params, body } }) => {
      const chatId = await beginDiscussion(deps, actor, params.roomId, body);
      return readOneRoom(deps.db.reader(actor.accountId), actor, chatId);
    }),
  };
}
