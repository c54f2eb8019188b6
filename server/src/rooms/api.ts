import { EVENT_PAGE_SIZE } from '@parley/contract';
import { type Actor, calls, reads, requirePermission } from '../accounts/index.ts';
import { problem } from '../platform/problem.ts';
import { written } from '../platform/written-json.ts';
import { starRoom, unfollowRoom } from './colleagues/following.ts';
import { addParticipants, createInternalRoom, removeParticipants, renameRoom } from './colleagues/internal-rooms.ts';
import { retryDelivery } from './delivery/retry.ts';
import type { RoomsDeps } from './deps.ts';
import { pinNote, pinnedNotes, unpinNote } from './pinned-notes.ts';
import { roomChangesSince } from './reading/catch-up.ts';
import { readCounters } from './reading/counters.ts';
import { eventsBeside, newestEvents, oldestEvents, requireVisible } from './reading/history.ts';
import { listRooms, partsOf } from './reading/list.ts';
import { readOneRoom } from './reading/one-room.ts';
import { pastConversations } from './reading/past-conversations.ts';
import { readersOf } from './reading/readers.ts';
import { resolveConversations } from './resolve.ts';
import { listDrafts, saveDraft } from './room-drafts.ts';
import { sendFile, sendNote, sendText } from './send.ts';
import { sendEmail, sendSms } from './send-by-kind.ts';
import { sendRichMedia, sendUnsupportedMedia } from './send-media.ts';
import { snoozeConversation, wakeByPerson } from './snooze.ts';
import { inRooms } from './work.ts';

/** The rooms' part of the REST contract (communications, section 7). */
export function roomsApi(deps: RoomsDeps) {
  const { db } = deps;

  const view = (actor: Actor, roomId: string) => readOneRoom(db.reader(actor.accountId), actor, roomId);

  return {
    list: reads.rooms.list.handler(async ({ context, input }) =>
      written(await listRooms(db.reader(context.actor.accountId), context.actor, input.query)),
    ),
    one: calls.rooms.one.handler(async ({ context: { actor }, input: { params, query } }) => {
      const on = db.reader(actor.accountId);
      await requireVisible(on, actor, params.roomId);
      return readOneRoom(on, actor, params.roomId, partsOf(query.include));
    }),
    create: calls.rooms.create.handler(async ({ context: { actor }, input }) => {
      const roomId = await inRooms(db, actor.accountId, (tx) => createInternalRoom(tx, actor, input.body));
      return view(actor, roomId);
    }),
    change: calls.rooms.change.handler(async ({ context: { actor }, input }) => {
      const { roomId } = input.params;
      await inRooms(db, actor.accountId, async (tx) => {
        for (const operation of input.body) {
          if (operation.path === 'starred') await starRoom(tx, actor, roomId, operation.value);
          else if (operation.path === 'followed') await unfollowRoom(tx, actor, roomId);
          else await renameRoom(tx, actor, roomId, operation.value);
        }
      });
      return view(actor, roomId);
    }),
    addParticipants: calls.rooms.addParticipants.handler(async ({ context: { actor }, input }) => {
      const { roomId } = input.params;
      const users = input.body.roomParticipants.map((one) => one.associatedParticipantId);
      await inRooms(db, actor.accountId, (tx) => addParticipants(tx, actor, roomId, users));
      return view(actor, roomId);
    }),
    removeParticipants: calls.rooms.removeParticipants.handler(async ({ context: { actor }, input }) => {
      const { roomId } = input.params;
      const users = input.body.roomParticipants.map((one) => one.associatedParticipantId);
      await inRooms(db, actor.accountId, (tx) => removeParticipants(tx, actor, roomId, users));
      return { roomId };
    }),
    readers: calls.rooms.readers.handler(async ({ context: { actor }, input }) => ({
      content: await readersOf(db.reader(actor.accountId), actor, input.params.roomId),
    })),
    recentEvents: reads.rooms.recentEvents.handler(async ({ context: { actor }, input }) => {
      const on = db.reader(actor.accountId);
      const { roomId } = input.params;
      const { epoch, change, privateCount } = await requireVisible(on, actor, roomId);
      const { content, notes } = await newestEvents(on, actor, {
        roomId,
        privateMessages: input.query.private_messages,
        size: EVENT_PAGE_SIZE,
        privateCount,
      });
      return written(
        `{"roomId":"${roomId}","epoch":${epoch},"change":${change},"recentEvents":[${content.join(',')}],"notes":[${notes.join(',')}]}`,
      );
    }),
    changes: reads.rooms.changes.handler(async ({ context: { actor }, input: { params, query } }) => {
      const on = db.reader(actor.accountId);
      await requireVisible(on, actor, params.roomId);
      return roomChangesSince(on, { id: params.roomId, ...query });
    }),
    history: reads.rooms.history.handler(async ({ context: { actor }, input: { params, query } }) => {
      const read = query.position === 'OLDER' ? newestEvents : oldestEvents;
      const asked = { roomId: params.roomId, privateMessages: query.private_messages, size: query.size, page: query.page };
      const { content, last, notes } = await read(db.reader(actor.accountId), actor, asked);
      return written(`{"roomId":"${params.roomId}","content":[${content.join(',')}],"last":${last},"notes":[${notes.join(',')}]}`);
    }),
    historyByEvent: reads.rooms.historyByEvent.handler(async ({ context: { actor }, input: { params, query } }) => {
      const on = db.reader(actor.accountId);
      const { privateCount } = await requireVisible(on, actor, params.roomId);
      const { content, older, newer, notes } = await eventsBeside(on, {
        roomId: params.roomId,
        eventId: query.event_id,
        position: query.position,
        privateMessages: query.private_messages,
        size: query.size,
        privateCount,
      });
      const last = query.position === 'OLDER' ? !older : query.position === 'NEWER' ? !newer : !older && !newer;
      return written(
        `{"roomId":"${params.roomId}","content":[${content.join(',')}],"older":${older},"newer":${newer},"last":${last},"notes":[${notes.join(',')}]}`,
      );
    }),
    pastConversations: calls.rooms.pastConversations.handler(({ context: { actor }, input: { params, query } }) =>
      pastConversations(db.reader(actor.accountId), actor, { roomId: params.roomId, after: query.after ?? null, size: query.size }),
    ),
    send: calls.rooms.send.handler(({ context: { actor }, input: { params, body } }) => {
      deps.deeds.take(actor.userId);
      if (body.payload.roomId !== params.roomId) throw problem('ERROR_BAD_REQUEST');
      if (body.type === 'Text') return sendText(deps, actor, body.payload);
      if (body.type === 'Sms') return sendSms(deps, actor, body.payload);
      if (body.type === 'Email') return sendEmail(deps, actor, body.payload);
      if (body.type === 'RichMedia') return sendRichMedia(deps, actor, body.payload);
      if (body.type === 'UnsupportedMedia') return sendUnsupportedMedia(deps, actor, body.payload);
      if (body.type !== 'Note') return sendFile(deps, actor, body.type === 'Image' ? 'IMAGE' : 'FILE', body.payload);
      requirePermission(actor, ['rooms', 'note']);
      return sendNote(deps, actor, body.payload);
    }),
    resolve: calls.rooms.resolve.handler(async ({ context: { actor }, input: { body } }) => {
      deps.deeds.take(actor.userId, body.conversations.length);
      return { refused: await resolveConversations(db, actor, body.conversations) };
    }),
    retry: calls.rooms.retry.handler(async ({ context: { actor }, input: { params } }) => {
      deps.deeds.take(actor.userId);
      const { roomId, eventId } = params;
      await inRooms(db, actor.accountId, (tx) => retryDelivery(deps, tx, actor, { roomId, roomEventId: eventId }));
      return { roomId, eventId };
    }),
  };
}

/** Notes that stand beside the talk. */
export function pinnedNotesApi(deps: RoomsDeps) {
  return {
    list: calls.pinnedNotes.list.handler(async ({ context: { actor }, input: { params } }) => ({
      content: await pinnedNotes(deps.db.reader(actor.accountId), actor, params.roomId),
    })),
    pin: calls.pinnedNotes.pin.handler(async ({ context: { actor }, input: { params } }) => {
      await pinNote(deps, actor, params);
      return {};
    }),
    unpin: calls.pinnedNotes.unpin.handler(async ({ context: { actor }, input: { params } }) => {
      await unpinNote(deps, actor, params);
      return {};
    }),
  };
}

/** One's own drafts. */
export function draftsApi(deps: RoomsDeps) {
  return {
    list: calls.drafts.list.handler(({ context: { actor }, input: { query } }) =>
      listDrafts(deps.db.reader(actor.accountId), actor, query.after),
    ),
    save: calls.drafts.save.handler(({ context: { actor }, input: { params, body } }) => {
      if (params.channelId === 'note') requirePermission(actor, ['rooms', 'note']);
      return saveDraft(deps, actor, params, body);
    }),
  };
}

/** Conversations laid aside, and woken by hand. */
export function snoozesApi({ db }: RoomsDeps) {
  return {
    set: calls.snoozes.set.handler(async ({ context: { actor }, input: { params, body } }) => {
      await inRooms(db, actor.accountId, (tx) => snoozeConversation(tx, actor, { ...params, ...body }));
      return params;
    }),
    end: calls.snoozes.end.handler(async ({ context: { actor }, input: { params, body } }) => {
      await inRooms(db, actor.accountId, (tx) => wakeByPerson(tx, actor, { ...params, ...body }));
      return params;
    }),
  };
}

/** Counters of the start-up sequence (communications, section 1, step 4). */
export function countersApi({ db }: RoomsDeps) {
  return calls.users.counters.handler(({ context }) => readCounters(db.reader(context.actor.accountId), context.actor));
}
