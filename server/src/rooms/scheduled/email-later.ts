import { isDeepStrictEqual } from 'node:util';
import type { EmailWriting } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { emailToSend } from '../email-to-send.ts';
import type { ScheduledRow } from './scheduled-rows.ts';

interface Later {
  clientMessageId: string;
  roomId: string;
  channelId: string;
  channelType: string;
  text: string | null;
  fileIds: readonly string[];
  email?: EmailWriting | undefined;
}

/** Whether an e-mail could go as it is written, were it sent now. Throws what `emailToSend` throws, and EMAIL_ONLY on other channels. */
export async function requireEmailFits(tx: Tx, actor: Actor, later: Later): Promise<void> {
  const { channelType, email, fileIds, clientMessageId, roomId, channelId, text } = later;
  if (channelType === 'EMAIL')
    await emailToSend(tx, actor, { ...email, clientMessageId, roomId, channelId, text, attachments: [...fileIds] });
  else if (email !== undefined) throw problem('EMAIL_ONLY', { field: 'body.email' });
}

/** What was written of it beside its words and files; undefined for nothing. */
export const emailOf = ({ email }: Pick<ScheduledRow, 'email'>): EmailWriting | undefined =>
  (email ?? undefined) as EmailWriting | undefined;

/** As it is kept. */
export const emailToKeep = (email: EmailWriting | undefined): string | null => (email === undefined ? null : JSON.stringify(email));

/** As asked again: what is left out reads as what is undefined. */
export const isSameEmail = (row: Pick<ScheduledRow, 'email'>, asked: EmailWriting | undefined): boolean =>
  isDeepStrictEqual(emailOf(row) ?? {}, JSON.parse(JSON.stringify(asked ?? {})));

/** What an edit makes of it. One that says nothing of it has other words, and leaves the rest: looks of words that are no more go with these. */
export function emailAfter(
  row: Pick<ScheduledRow, 'email' | 'text'>,
  edit: { text: string; email: EmailWriting | undefined },
): EmailWriting | undefined {
  const stood = emailOf(row);
  if (edit.email !== undefined || stood === undefined || row.text === edit.text) return edit.email ?? stood;
  const { html: _looks, ...rest } = stood;
  return rest;
}
