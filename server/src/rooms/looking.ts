import type { AgentReceives } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import type { Socket } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import { takeTurns } from '../platform/turns.ts';
import { subject, visibleRooms } from './access.ts';
import type { RoomsDeps } from './deps.ts';

/** Of one window: it says so every few seconds, at once when somebody comes, and when its reader walks through the list. */
const OFTEN = { perSecond: 4, burst: 20 };

/** One window of somebody's. */
interface LookingClient {
  readonly socket: Socket;
  readonly actor: Actor;
}

type Payload = Extract<AgentReceives, { type: 'Looking' }>['payload'];

interface Spot {
  /** By which others tell the windows of one person apart. */
  readonly windowId: string;
  roomId: string | null;
  isClosed: boolean;
}

/** Who looks at which customer's room. Windows say so, and hear of each other; it is kept nowhere, and ends by itself where a window says no more. */
export interface Lookers {
  /** This window shows a room, or none. Rooms that its person may not see, and chats of colleagues, are as none. */
  look(client: LookingClient, roomId: string | null): Promise<void>;
  /** The window is gone. */
  left(client: LookingClient): void;
}

/**
 * Makes those of one process. A frame reaches the windows that look at the same room themselves, in whichever process, and of them those alone that may
 * see it at that moment: nobody else is told, and no customer (decision: colleagues at one room).
 */
export function createLookers({ db, hub, audiences, log }: Pick<RoomsDeps, 'db' | 'hub' | 'audiences'> & { log: Log }): Lookers {
  const spots = new WeakMap<Socket, Spot>();
  const inTurn = takeTurns<Socket>();
  const often = rateLimit(OFTEN);

  function spotOf({ socket }: LookingClient): Spot {
    const spot = spots.get(socket) ?? { windowId: newId(), roomId: null, isClosed: false };
    spots.set(socket, spot);
    return spot;
  }

  /** Who may see a customer's room; null where it is none, or this person may not. */
  async function audienceOf({ actor }: LookingClient, roomId: string, mustSee: boolean): Promise<readonly string[] | null> {
    const on = db.reader(actor.accountId);
    const external = on.selectFrom('rooms').select(['type', 'access_no']).where('id', '=', roomId).where('type', '=', 'EXTERNAL');
    const room = await (mustSee ? external.where(visibleRooms(actor)) : external).executeTakeFirst();
    return room ? audiences.of(on, actor.accountId, { id: roomId, type: room.type, accessNo: room.access_no }) : null;
  }

  function tell(
    { actor: { userId } }: LookingClient,
    { windowId }: Spot,
    roomId: string,
    audience: readonly string[],
    isLooking: boolean,
  ): void {
    const payload: Payload = { roomId, userId, windowId, isLooking };
    hub.publishAt(subject.lookers(roomId), audience, 'Looking', payload);
  }

  async function leave(client: LookingClient, spot: Spot): Promise<void> {
    const { roomId } = spot;
    if (roomId === null) return;
    spot.roomId = null;
    hub.attend(client.socket, null);
    const audience = await audienceOf(client, roomId, false);
    if (audience !== null) tell(client, spot, roomId, audience, false);
  }

  async function look(client: LookingClient, spot: Spot, roomId: string | null): Promise<void> {
    if (spot.roomId !== roomId) await leave(client, spot);
    if (roomId === null || spot.isClosed) return;
    const audience = await audienceOf(client, roomId, true);
    if (audience === null) return leave(client, spot);
    if (spot.isClosed) return;
    spot.roomId = roomId;
    // First: of two who come at the same moment one hears of the other, and answers.
    hub.attend(client.socket, subject.lookers(roomId));
    tell(client, spot, roomId, audience, true);
  }

  return {
    async look(client, roomId) {
      const spot = spotOf(client);
      if (roomId !== null) {
        try {
          often.take(spot.windowId);
        } catch {
          // It is said again before long.
          return;
        }
      }
      await inTurn(client.socket, () => look(client, spot, roomId));
    },
    left(client) {
      const spot = spotOf(client);
      spot.isClosed = true;
      inTurn(client.socket, () => leave(client, spot)).catch((error: unknown) =>
        log.warn({ err: error }, 'colleagues could not be told that somebody looks no more, and see it by themselves'),
      );
    },
  };
}
