import { buffer } from 'node:stream/consumers';
import { type BeyondLimit, type ChannelType, type EventFile, fileBeyondLimit, wordsBeyondLimit } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { fileToSend, readFile } from '../files/index.ts';
import type { Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { RoomsDeps } from './deps.ts';
import type { Draft } from './draft.ts';

/** What is to be sent, as far as a channel's limits are about it. */
export type ToJudge = Pick<Draft, 'text' | 'rich'> & { file?: { facts: EventFile } | undefined; type: Draft['type'] };

/**
 * Refuses what the channel's provider would refuse, with its limit, before anything is stored (contract: channel limits).
 * Throws CHANNEL_TEXT_TOO_LONG, CHANNEL_BUTTON_TOO_LONG, CHANNEL_PICTURE_OF_OTHER_TYPE, CHANNEL_PICTURE_TOO_LARGE, CHANNEL_PICTURE_ANIMATED,
 * CHANNEL_FILE_TOO_LARGE and CHANNEL_TAKES_NO_PROGRAMS.
 */
export async function requireWithinLimits(
  { files }: Pick<RoomsDeps, 'files'>,
  accountId: string,
  channelType: ChannelType,
  { text, rich, file, type }: ToJudge,
): Promise<void> {
  const buttonText = rich?.buttonText;
  refuse(wordsBeyondLimit(channelType, { ...(text !== undefined && { text }), ...(buttonText !== undefined && { buttonText }) }));
  if (file === undefined) return;
  const { mediaType, fileName: name, fileSize: size, fileId } = file.facts;
  refuse(fileBeyondLimit(channelType, { mediaType, name, size, kind: type === 'IMAGE' ? 'IMAGE' : 'FILE' }));
  if (channelType !== 'VIBER_PUBLIC' || type !== 'IMAGE' || mediaType !== 'image/gif') return;
  if (isAnimated(await buffer(await readFile(files, accountId, fileId)))) throw problem('CHANNEL_PICTURE_ANIMATED');
}

/** The same of uploads of this person's. Throws also FILE_NOT_FOUND. */
export async function requireFilesWithinLimits(
  deps: Pick<RoomsDeps, 'files'>,
  tx: Tx,
  { accountId, userId }: Actor,
  { channelType, fileIds }: { channelType: string; fileIds: readonly string[] },
): Promise<void> {
  for (const fileId of fileIds) {
    const { kind, facts } = await fileToSend(tx, { by: 'USER', accountId, id: userId }, fileId);
    await requireWithinLimits(deps, accountId, channelType as ChannelType, { type: kind, file: { facts } });
  }
}

function refuse(beyond: BeyondLimit | null): void {
  if (beyond) throw problem(beyond.key, beyond.params);
}

const [COLOURS, TRAILER, EXTENSION, IMAGE] = [0x80, 0x3b, 0x21, 0x2c];

/** Has a GIF more pictures than one (GIF89a)? What is broken has no more than are found. */
export function isAnimated(gif: Buffer): boolean {
  const colours = (flags = 0) => (flags & COLOURS ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let [at, pictures] = [13 + colours(gif[10]), 0];
  const skipBlocks = () => {
    for (let length = gif[at]; length; length = gif[at]) at += length + 1;
    at += 1;
  };
  while (at < gif.length && gif[at] !== TRAILER) {
    if (gif[at] === IMAGE) {
      pictures += 1;
      if (pictures > 1) return true;
      at += 10 + colours(gif[at + 9]) + 1;
    } else if (gif[at] === EXTENSION) at += 2;
    else return false;
    skipBlocks();
  }
  return false;
}
