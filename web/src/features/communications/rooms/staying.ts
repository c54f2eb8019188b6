/** The room that a list goes on showing although its filters would leave it out by now. */
export interface Staying {
  /** The list with what narrows it. */
  readonly list: string;
  readonly roomId: string | null;
}

/**
 * Of the same list the room stays until another one is opened, also once it is closed: to read it is what takes it out of an unread list, and no row
 * moves under the pointer for that. Another list begins anew.
 */
export const stayingIn = (before: Staying, list: string, openRoomId: string | null): Staying =>
  before.list === list && (openRoomId === null || openRoomId === before.roomId) ? before : { list, roomId: null };

/** The open room stays from when the list has shown it. */
export const stayingOnceShown = (staying: Staying, openRoomId: string | null, shown: readonly string[]): Staying =>
  openRoomId !== null && shown.includes(openRoomId) ? { ...staying, roomId: openRoomId } : staying;
