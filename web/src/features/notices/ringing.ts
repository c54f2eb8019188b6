import { type AgentReceives, type Notification, type OwnNotices, shortened } from '@parley/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { partWithWords } from '../../late-parts.ts';
import type { Connection } from '../../realtime/connection.tsx';
import { unheed } from '../../replaced.ts';
import { report } from '../../report.ts';
import type { useText } from '../../text.ts';
import { roomInStep } from '../communications/public.ts';
import { allowedNow, showOnDesktop } from './desktop.ts';
import { knowRooms } from './known-rooms.ts';
import { type Notice, type NoticeWords, noticeOfEvent, noticeOfNotification, searchOfNotification, wordsOfEvent } from './notice.ts';
import { startReadingByLooking } from './read-by-looking.ts';
import { canBeHeard, isOfBurst, play } from './sounds.ts';
import { firstOf, lookedAt } from './windows.ts';

type EventFrame = Extract<AgentReceives, { type: 'Text' }>['payload'];

export interface Ringing {
  readonly me: string;
  readonly line: Pick<Connection, 'subscribe' | 'onOpen'>;
  /** As they are chosen now. */
  readonly chosen: () => OwnNotices;
  readonly say: ReturnType<typeof useText>;
  readonly open: (path: string) => void;
  readonly router: Pick<AnyRouter, 'subscribe'>;
}

/** A window that cannot be heard lets those go first that can. */
const PATIENCE_MS = 200;

export const pathOfRoom = (roomId: string): string => `/communications/${roomId}`;

/** What a notification says; nothing where its words cannot be had: it rings all the same. */
async function bodyOf(notification: Notification, say: Ringing['say']): Promise<string> {
  try {
    const { notificationWords } = await partWithWords(import('./notification-words.ts'));
    return shortened(notificationWords(notification, say));
  } catch (problem) {
    unheed(problem);
    return '';
  }
}

/** What a click on a notification opens: the event that it is about, else the room. */
function pathOf(notification: Notification): string {
  const search = new URLSearchParams(Object.entries(searchOfNotification(notification)).map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? pathOfRoom(notification.roomId) : `${pathOfRoom(notification.roomId)}?${search}`;
}

/**
 * Rings for what is heard on the line, once for all windows of the browser: a sound unless the room is looked at, and on the desktop
 * where no window of ours can be seen (communications, section 9); and reads by looking what tells of a room. @returns how to end it
 */
export function startRinging({ me, line, chosen, say, open, router }: Ringing): () => void {
  // Whoever goes on to another room meanwhile is to hear of this one all the same.
  const outlives = { context: { outlivesNavigation: true } };
  const rooms = knowRooms(line, (roomId) => api.rooms.one({ params: { roomId }, query: {} }, outlives));

  async function ring({ key, kind, roomId }: Notice, wordsOf: () => Promise<NoticeWords | null>, path = pathOfRoom(roomId)): Promise<void> {
    const { desktop, sound } = chosen()[kind];
    if (!desktop && sound === 'NONE') return;
    // Nothing would come of it, and of fifty messages a second each would cost a lock and a look at the other windows.
    if (isOfBurst() && !(desktop && allowedNow() === 'granted')) return;
    if (!canBeHeard()) await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await firstOf(me, key, async () => {
      const words = await wordsOf();
      // Its words do not concern this person; that they are named in it is told by its own notification, under the same key.
      if (words === null) return false;
      const seen = await lookedAt(me);
      if (seen.includes(pathOfRoom(roomId))) return true;
      play(sound);
      if (desktop && seen.length === 0 && allowedNow() === 'granted') await showOnDesktop(key, words, path, open);
      return true;
    });
  }

  const hearEvent = (frame: EventFrame) => {
    const notice = noticeOfEvent(frame, me);
    if (notice === null) return;
    const wordsOf = async () => {
      const room = roomInStep(frame.roomId) ?? (await rooms.about(frame.roomId));
      return room && wordsOfEvent(notice, frame.event, room, me, say);
    };
    ring(notice, wordsOf).catch(report);
  };
  const stops = [
    ...(['Text', 'Image', 'File', 'RichMedia', 'UnsupportedMedia', 'Assign', 'SystemText'] as const).map((kind) =>
      line.subscribe(kind, hearEvent),
    ),
    line.subscribe('Notification', ({ notification }) => {
      const notice = notification && noticeOfNotification(notification);
      if (notification === null || notice === null) return;
      const title = say('NOTICES_LIST');
      ring(notice, async () => ({ title, body: await bodyOf(notification, say) }), pathOf(notification)).catch(report);
    }),
    startReadingByLooking({ client: queryClient, router, read: (roomId) => api.notifications.read({ body: { roomId } }) }),
  ];
  return () => {
    for (const stop of stops) stop();
    rooms.stop();
  };
}
