import { type ChannelType, messageKind, type RoomEvent } from '@parley/contract';
import { afterCommit } from '../platform/database.ts';
import type { RoomsDeps } from './deps.ts';
import { emailByItself } from './email-to-send.ts';
import { mayAnswerByItself, noteAnswer } from './emails/may-answer.ts';
import { isConnected } from './starting/as-seen.ts';
import type { RoomWork } from './work.ts';

/** Where words are to be said to a customer by nobody. */
export interface SaidByItself {
  conversationId: string;
  contactChannelId: string;
  channelType: ChannelType;
  channelApplicationId: string;
}

/**
 * Whether something can be said there now: by live chat always, elsewhere where our end is on and something here speaks with its provider. By e-mail
 * only where it cannot be answered for ever (`mayAnswerByItself`).
 */
export async function canSayByItself(deps: Pick<RoomsDeps, 'channels'>, { tx }: RoomWork, where: SaidByItself): Promise<boolean> {
  if (where.channelType === 'PHONE' || where.channelType === 'INTERNAL') return false;
  if (where.channelType === 'LIVECHAT') return true;
  return (await isConnected(deps, tx, where)) && (where.channelType !== 'EMAIL' || (await mayAnswerByItself(tx, where)));
}

/** Nobody wrote it: it never comes back into a field. */
async function byItself({ tx, roomId }: RoomWork, channelId: string, text: string) {
  const { written: _nobodys, ...draft } = await emailByItself(tx, { roomId, channelId }, text);
  return draft;
}

/** Says words to the customer of a conversation, as what messages of that channel are; an e-mail answers the last one. */
export async function sayByItself(deps: Pick<RoomsDeps, 'outbox'>, work: RoomWork, where: SaidByItself, text: string): Promise<RoomEvent> {
  const { conversationId, contactChannelId, channelType } = where;
  const isLive = channelType === 'LIVECHAT';
  const kind = messageKind(channelType, null);
  const words =
    kind === 'EMAIL'
      ? await byItself(work, contactChannelId, text)
      : { type: kind === 'SMS' ? ('SMS' as const) : ('MESSAGE' as const), text };
  const [event] = await work.record([
    {
      ...words,
      conversationId,
      contactChannelId,
      kind: 'COMMUNICATION',
      origin: 'SYSTEM',
      originId: null,
      originName: null,
      ...(isLive ? { status: 'SENT' } : { status: 'PENDING', attempt: true }),
    },
  ]);
  if (event === undefined) throw new Error('what nobody has written has no key under which it could have been stored before');
  if ('details' in words) {
    const { accountId, tx } = work;
    await noteAnswer(tx, where, { accountId, eventId: event.id, subject: words.details?.email?.subject ?? '' });
  }
  if (!isLive) afterCommit(work.tx, () => deps.outbox.raise());
  return event;
}
