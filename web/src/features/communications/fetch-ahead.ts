import { quietly } from '../../replaced.ts';
import { loadRoomPart } from './room/room-part.ts';

/** The page of rooms and its list. */
export const communicationsPage = () => import('./CommunicationsPage.tsx');

/** Begins to fetch what stands at an address, so that it comes beside what is asked of the server, and not after it. */
export function fetchForAddress(path: string): void {
  const [, area, roomId] = path.split('/');
  if (area !== 'communications') return;
  void quietly(communicationsPage);
  if (roomId !== undefined && roomId !== '' && roomId !== 'create') void quietly(loadRoomPart);
}
