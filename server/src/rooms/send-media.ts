import type { SendAnswer, SendRichMedia, SendUnsupportedMedia } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { problem } from '../platform/problem.ts';
import type { RoomsDeps } from './deps.ts';
import { requireVisible } from './reading/history.ts';
import { send } from './send.ts';

/**
 * An agent sends words with answers to choose from, or with a button, on a channel that takes such (communications, section 7).
 * Throws CHANNEL_WITHOUT_RICH_MEDIA and what `sendText` throws.
 */
export async function sendRichMedia(deps: RoomsDeps, actor: Actor, message: SendRichMedia): Promise<SendAnswer> {
  const { options, buttonText, buttonUrl, fallbackText, ...where } = message;
  await requireTaken(deps, actor, where, 'RICH_MEDIA');
  const rich = {
    ...(options === undefined ? {} : { options }),
    ...(buttonText === undefined || buttonUrl === undefined ? {} : { buttonText, buttonUrl: buttonUrl.trim() }),
    ...(fallbackText === undefined ? {} : { fallbackText }),
  };
  return send(deps, actor, { ...where, type: 'RICH_MEDIA', rich });
}

/** The same of word that something was meant which cannot be shown. Throws the same. */
export async function sendUnsupportedMedia(deps: RoomsDeps, actor: Actor, message: SendUnsupportedMedia): Promise<SendAnswer> {
  const { unsupportedMediaType: unsupported, fallbackText, ...where } = message;
  await requireTaken(deps, actor, where, 'UNSUPPORTED_MEDIA');
  const rich = fallbackText === undefined ? {} : { rich: { fallbackText } };
  return send(deps, actor, { ...where, type: 'UNSUPPORTED_MEDIA', unsupported, ...rich });
}

/** Who may not see the room learns nothing of its channels. Live chat shows words and files alone. */
async function requireTaken(
  deps: RoomsDeps,
  actor: Actor,
  { roomId, channelId }: { roomId: string; channelId: string },
  kind: 'RICH_MEDIA' | 'UNSUPPORTED_MEDIA',
): Promise<void> {
  await requireVisible(deps.db.reader(actor.accountId), actor, roomId);
  const type = await deps.channelTypes.of(actor.accountId, channelId);
  if (type === null) throw problem('CHANNEL_NOT_FOUND');
  const channel = deps.channels.of(type);
  if (type !== 'LIVECHAT' && channel === undefined) throw problem('CHANNEL_NOT_CONNECTED');
  if (!channel?.takes?.has(kind)) throw problem('CHANNEL_WITHOUT_RICH_MEDIA');
}
