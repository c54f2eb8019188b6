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
    visited: ['a', 'b'],
    tabs: new Map([
      ['a', 2],
      ['b', 1],
    ]),
  });
  setOpenRoom(rooms, null, 0);
  expect(rooms.getState().navigation).toMatchObject({ openRoomId: null, previousRoomId: 'b' });
});

test('of many rooms that were open the last fifty are remembered', () => {
  const rooms = newRoomsStore('me');
  for (let number = 0; number < 60; number += 1) setOpenRoom(rooms, `${number}`, 0);
  setOpenRoom(rooms, '12', 0);
  const { visited } = rooms.getState().navigation;
  expect(visited).toHaveLength(50);
  expect([visited[0], visited.at(-1)]).toEqual(['10', '12']);
  expect(new Set(visited).size).toBe(50);
});
