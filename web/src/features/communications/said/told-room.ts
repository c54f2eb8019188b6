import { type Notification, readableAddress, signOfContact } from '@parley/contract';
import type { useText } from '../../../text.ts';

/** How the room of a notification is called: a customer without a name by their address, a visitor without a name by the sign of the contact; empty for a group without one. */
export const toldRoomName = (
  { roomName, contactId }: Pick<Notification, 'roomName' | 'contactId'>,
  say: ReturnType<typeof useText>,
): string =>
  roomName !== '' || contactId === null
    ? readableAddress(roomName)
    : say('COMMUNICATIONS_UNNAMED_VISITOR', { sign: signOfContact(contactId) });
