import type { RoomEvent } from '@parley/contract';
import type { Outgoing } from '../../../realtime/socket.ts';
import type { Line } from '../sync/line.ts';

/** Of each connection, for each room and kind, the last Seen that the server has not answered: it may have been lost, or not have been sent. */
const unanswered = new WeakMap<Line['onOpen'], Map<string, Outgoing>>();

/**
 * Says that an event was on the screen; false without a connection. While one of the room and kind is not answered the next ones wait, and only the last of
 * them is said. What the server does not answer is said again with the next connection, also when its room is open no longer.
 */
export function saySeen(line: Pick<Line, 'tell' | 'onOpen'>, roomId: string, event: RoomEvent): boolean {
  const open = unanswered.get(line.onOpen) ?? new Map<string, Outgoing>();
  const tell = (key: string, frame: Outgoing): boolean =>
    line.tell(frame, () => {
      const last = open.get(key);
      if (last === frame) open.delete(key);
      else if (last) tell(key, last);
    });
  if (!unanswered.has(line.onOpen)) {
    unanswered.set(line.onOpen, open);
    line.onOpen(() => {
      for (const [key, frame] of open) tell(key, frame);
    });
  }
  const key = `${roomId} ${event.eventData.privateMessage}`;
  const frame: Outgoing = { type: 'Seen', payload: { clientStatus: 'SEEN', roomId, roomEventId: event.id } };
  const waits = open.has(key);
  open.set(key, frame);
  return waits || tell(key, frame);
}
