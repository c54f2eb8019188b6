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
  // Those of events that have several: of e-mails and calls.
  const others = await on
    .selectFrom('event_files')
    .innerJoin('events', (join) =>
      join.onRef('events.account_id', '=', 'event_files.account_id').onRef('events.id', '=', 'event_files.event_id'),
    )
    .innerJoin('rooms', 'rooms.id', 'events.room_id')
    .select('event_files.file_id')
    .where('event_files.file_id', 'in', fileIds)
    .where(visibleRooms(viewer.actor))
    .execute();
  return [...rows.flatMap(({ file_id }) => file_id ?? []), ...others.map(({ file_id }) => file_id)];
};

/** Whoever may see a customer's room now sees their picture. */
export const picturesOfVisibleCustomers: FileReader = async (on, viewer, fileIds) => {
  if (viewer.by !== 'USER') return [];
  const rows = await on
    .selectFrom('contacts')
    .innerJoin('rooms', 'rooms.contact_id', 'contacts.id')
    .select('contacts.picture_id')
    .where('contacts.picture_id', 'in', fileIds)
    .where(visibleRooms(viewer.actor))
    .execute();
  return rows.flatMap(({ picture_id }) => picture_id ?? []);
};
