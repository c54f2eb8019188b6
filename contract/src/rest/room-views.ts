import * as z from 'zod/mini';
import { ClientCreationId, Count, Id } from '../entities/primitives.ts';
import { SavedView, savedViewFields, savedViewPlace } from '../entities/saved-view.ts';
import { replacements, route } from './access.ts';

const params = z.object({ viewId: Id });

/**
 * Views of the list of rooms (part of the room list, communications, section 2): everybody has their own; those of the whole account are made and changed by whom
 * `rooms.shareViews` allows it.
 */
export const roomViews = {
  /** Everybody's first, then mine, each in their order; counted for me. */
  list: route(['rooms', 'read'], 'GET', '/room-views', 'Views of the room list').output(
    z.object({
      content: z.array(SavedView),
      /** How many rooms the list of all holds, counted as views are; null for whoever has no such list. */
      all: z.nullable(Count),
    }),
  ),
  /** At the end. Throws VIEW_NAME_TAKEN, VIEWS_FULL, QUEUE_NOT_FOUND, USER_NOT_FOUND, TAG_NOT_FOUND, ERROR_FORBIDDEN and CREATION_ID_USED. */
  create: route(['rooms', 'read'], 'POST', '/room-views', 'Keep a view of the room list')
    .input(z.object({ body: z.object({ ...savedViewFields, shared: z.boolean(), clientViewId: z.optional(ClientCreationId) }) }))
    .output(SavedView),
  /** Throws VIEW_NOT_FOUND, VIEW_NAME_TAKEN, QUEUE_NOT_FOUND, USER_NOT_FOUND, TAG_NOT_FOUND and ERROR_FORBIDDEN. */
  change: route(['rooms', 'read'], 'PATCH', '/room-views/{viewId}', 'Change a view, or move it among the others')
    .input(z.object({ params, body: replacements({ ...savedViewFields, place: savedViewPlace }) }))
    .output(SavedView),
  /** Throws VIEW_NOT_FOUND and ERROR_FORBIDDEN. */
  remove: route(['rooms', 'read'], 'DELETE', '/room-views/{viewId}', 'Delete a view').input(z.object({ params })).output(params),
  /** Queues by which rooms can be narrowed. */
  queues: route(['rooms', 'read'], 'GET', '/room-queues', 'Names of the queues').output(
    z.object({ content: z.array(z.object({ id: Id, name: z.string() })) }),
  ),
};
