import type { FileReader } from '../files/index.ts';
import { visibleRooms } from './access.ts';

/** Colleagues read the files of messages and notes in the rooms that they may see now. */
export const filesOfVisibleRooms: FileReader = async (on, viewer, fileIds) => {
  if (viewer.by !== 'USER') return [];
  const rows = await on
    .selectFrom('events')
    .innerJoin('rooms', 'rooms.id', 'events.room_id')
    .select('events.file_id')
    .where('events.file_id', 'in', fileIds)
    .where(visibleRooms(viewer.actor))
    .execute();
  return rows.flatMap(({ file_id }) => file_id ?? []);
};
