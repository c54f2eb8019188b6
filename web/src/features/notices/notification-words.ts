import type { Notification } from '@parley/contract';
import type { useText } from '../../text.ts';
import { channelNames } from '../../ui/ChannelMark.tsx';
import { messageWords, toldRoomName } from '../communications/public.ts';

type Say = ReturnType<typeof useText>;

/** So much of a message is quoted. */
const QUOTED = 60;

/** Over which channel a message went, and how it begins. */
function toldMessage({ channelType, type, text }: NonNullable<Notification['message']>, say: Say): { channel: string; words: string } {
  const words = [...messageWords(type, text, say).replace(/\s+/g, ' ').trim()];
  return {
    channel: say(channelNames[channelType]),
    words: words.length <= QUOTED ? words.join('') : `${words.slice(0, QUOTED).join('').trimEnd()}…`,
  };
}

/** What a notification says, in one sentence. */
export function notificationWords(notification: Notification, say: Say): string {
  const room = toldRoomName(notification, say);
  const name = notification.by?.name ?? '';
  const to = notification.to ?? '';
  const { message } = notification;
  switch (notification.kind) {
    case 'HANDED_OVER':
      return say('NOTICES_HANDED_OVER', { name, room });
    case 'TAKEN_AWAY':
      return say('NOTICES_TAKEN_AWAY', { name, room });
    case 'GIVEN_TO_OTHER':
      return say('NOTICES_GIVEN_TO_OTHER', { name, room, to });
    case 'PUT_INTO_QUEUE':
      return say('NOTICES_PUT_INTO_QUEUE', { name, room, to });
    case 'RESOLVED_BY_OTHER':
      return say('NOTICES_RESOLVED_BY_OTHER', { name, room });
    case 'ADDED_TO_GROUP':
      return room === '' ? say('NOTICES_ADDED_TO_UNNAMED_GROUP', { name }) : say('NOTICES_ADDED_TO_GROUP', { name, room });
    case 'REMOVED_FROM_GROUP':
      return room === '' ? say('NOTICES_REMOVED_FROM_UNNAMED_GROUP', { name }) : say('NOTICES_REMOVED_FROM_GROUP', { name, room });
    case 'NOT_DELIVERED':
      return message === undefined
        ? say('NOTICES_NOT_DELIVERED', { room })
        : say('NOTICES_NOT_DELIVERED_OVER', { room, ...toldMessage(message, say) });
    case 'DELIVERY_UNKNOWN':
      return message === undefined
        ? say('NOTICES_DELIVERY_UNKNOWN', { room })
        : say('NOTICES_DELIVERY_UNKNOWN_OVER', { room, ...toldMessage(message, say) });
    case 'WOKE_IN_TIME':
    case 'WOKE_BY_CUSTOMER':
      return say('NOTICES_WOKEN', { room });
    case 'WOKE_WHILE_AWAY':
      return say('NOTICES_WOKEN_WHILE_AWAY', { room, to });
    case 'MENTIONED':
      return room === '' ? say('NOTICES_MENTIONED_UNNAMED', { name }) : say('NOTICES_MENTIONED', { name, room });
    case 'SCHEDULED_NOT_SENT':
      return notification.by === null
        ? say('NOTICES_SCHEDULED_NOT_SENT', { room })
        : say('NOTICES_SCHEDULED_OF_OTHER_NOT_SENT', { name, room });
    case 'SCHEDULED_OVERTAKEN':
      return say('NOTICES_SCHEDULED_OVERTAKEN', { room });
    case 'SCHEDULED_CANCELLED':
      return say('NOTICES_SCHEDULED_CANCELLED', { name, room });
    case 'SCHEDULED_ANSWERED':
      return say('NOTICES_SCHEDULED_ANSWERED', { name, room });
  }
}
