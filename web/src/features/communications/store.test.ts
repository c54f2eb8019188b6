import { expect, test } from 'vitest';
import { newRoomsStore, setOpenRoom } from './store.ts';

test('each room keeps its tab, and the room before is known', () => {
  const rooms = newRoomsStore('me');
  setOpenRoom(rooms, 'a', 2);
  setOpenRoom(rooms, 'b', 0);
  setOpenRoom(rooms, 'b', 1);
  expect(rooms.getState().navigation).toEqual({
    openRoomId: 'b',
    previousRoomId: 'a',
    tabs: new Map([
      ['a', 2],
      ['b', 1],
    ]),
  });
  setOpenRoom(rooms, null, 0);
  expect(rooms.getState().navigation).toMatchObject({ openRoomId: null, previousRoomId: 'b' });
});
