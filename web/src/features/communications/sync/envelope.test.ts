import { agentSends, type ChannelType, type UploadedFile } from '@parley/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { PendingSend } from '../state/pending.ts';
import { envelopeOf } from './envelope.ts';

const ID = '0192b7a0-0000-7000-8000-00000000000a';
const send = (more: Partial<PendingSend>): PendingSend => ({
  clientMessageId: 'client-message-1',
  roomId: ID,
  kind: 'Text',
  channelId: ID,
  text: 'Hello',
  file: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  status: 'sending',
  reason: null,
  params: {},
  ...more,
});
const file = (type: 'IMAGE' | 'FILE') => ({ fileId: ID, type }) as UploadedFile;

test.each<[ChannelType | undefined, Partial<PendingSend>, string, object]>([
  ['LIVECHAT', {}, 'Text', { channelId: ID, text: 'Hello' }],
  ['WHATSAPP', { file: file('IMAGE'), text: '' }, 'Image', { fileId: ID, text: null }],
  ['VIBER', { file: file('FILE') }, 'File', { fileId: ID, text: 'Hello' }],
  ['SMS', {}, 'Sms', { channelId: ID, text: 'Hello' }],
  ['SMS', { file: file('IMAGE'), text: ' ' }, 'Sms', { fileId: ID, text: null }],
  ['EMAIL', {}, 'Email', { channelId: ID, text: 'Hello' }],
  ['EMAIL', { file: file('IMAGE') }, 'Email', { attachments: [ID], text: 'Hello' }],
  ['EMAIL', { file: file('FILE'), more: [file('IMAGE'), file('FILE')] }, 'Email', { attachments: [ID, ID, ID], text: 'Hello' }],
  [undefined, { channelId: 'internal' }, 'Text', { channelId: 'internal' }],
  [undefined, { channelId: 'internal', file: file('FILE') }, 'File', { channelId: 'internal', fileId: ID }],
  [undefined, { channelId: null, kind: 'Note' }, 'Note', { text: 'Hello' }],
  [undefined, { channelId: null, kind: 'Note', file: file('IMAGE') }, 'Note', { text: 'Hello', fileId: ID }],
])('on %s it goes as what the channel takes: %#', (channelType, given, type, payload) => {
  const envelope = envelopeOf(send(given), channelType);
  expect(envelope).toMatchObject({ type, payload });
  expect(z.safeParse(agentSends[envelope.type], envelope.payload)).toEqual({ success: true, data: envelope.payload });
});
