import { type ChannelType, hasVisible, messageKind } from '@parley/contract';
import type { Outgoing } from '../../../realtime/socket.ts';
import type { PendingSend } from '../state/pending.ts';

type Written = { [Kind in 'Text' | 'Sms' | 'Email' | 'Image' | 'File' | 'Note']: Extract<Outgoing, { type: Kind }> };
export type Envelope = Written[keyof Written];

/** The frame of a send, by its channel and what hangs on it (contract: `messageKind`). An e-mail of which nothing else is said answers the newest one of its channel. */
export function envelopeOf(send: PendingSend, channelType: ChannelType | undefined): Envelope {
  const { clientMessageId, roomId, channelId, text, file, more = [], email, quote, mentions, seenSeq } = send;
  const refers = {
    ...(quote === undefined ? {} : { quotedEventId: quote.eventId }),
    ...(mentions === undefined ? {} : { mentions: [...mentions] }),
  };
  const said = { clientMessageId, roomId, seenSeq, text: hasVisible(text) ? text : null, ...refers };
  const withFile = file === null ? said : { ...said, fileId: file.fileId };
  if (channelId === null) return { type: 'Note', payload: withFile };
  const kind = messageKind(channelType ?? 'INTERNAL', file?.type ?? null);
  if (kind === 'SMS') return { type: 'Sms', payload: { ...withFile, channelId } };
  if (kind === 'EMAIL')
    return {
      type: 'Email',
      payload: { ...email, ...said, channelId, ...(file === null ? {} : { attachments: [file, ...more].map(({ fileId }) => fileId) }) },
    };
  if (file === null) return { type: 'Text', payload: { ...said, channelId, text } };
  return { type: kind === 'IMAGE' ? 'Image' : 'File', payload: { ...said, channelId, fileId: file.fileId } };
}
