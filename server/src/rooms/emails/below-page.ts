import type { BelowEmail, EmailWriting } from '@parley/contract';
import * as z from 'zod/mini';
import type { Actor } from '../../accounts/index.ts';
import { signedAddresses } from '../../files/index.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { seal, unseal } from '../../platform/secret.ts';
import type { RoomsDeps } from '../deps.ts';
import { belowEmail, readingOf } from './below-email.ts';
import { historyParts, signatureParts } from './compose-email.ts';
import { emailPage } from './email-page.ts';
import { passEnd } from './email-pass.ts';
import { mailboxFrom, type SendingMailbox } from './sending-mailbox.ts';

/** What the address of a part below an e-mail lets its holder read. */
const BelowPass = z.object({
  what: z.enum(['signature', 'history']),
  accountId: z.uuid(),
  viewerId: z.uuid(),
  roomId: z.uuid(),
  mailboxId: z.uuid(),
  signatureId: z.optional(z.uuid()),
  quotes: z.optional(z.uuid()),
  forwards: z.optional(z.uuid()),
  dark: z.boolean(),
  until: z.number(),
});
type BelowPass = z.infer<typeof BelowPass>;

const addressOf = (key: Buffer, pass: BelowPass): string => `/files/email-below/${pass.what}?pass=${seal(key, pass)}`;

/** Throws ERROR_FORBIDDEN for what is no such pass, or too old. */
export function readBelowPass(key: Buffer, sealed: unknown): BelowPass {
  const pass = typeof sealed === 'string' ? BelowPass.safeParse(unseal(key, sealed)).data : undefined;
  if (!pass || pass.until < Date.now()) throw problem('ERROR_FORBIDDEN');
  return pass;
}

type Asked = Pick<EmailWriting, 'signatureId' | 'quotes' | 'forwards' | 'from'> & { dark: boolean };

/**
 * Where it can be read what is going to stand below an e-mail that is being written, as the contract's `emails.below` says; the room is one that its
 * writer sees. Throws CHANNEL_NOT_FOUND and what `mailboxFrom` and `belowEmail` throw.
 */
export async function addressesBelow(
  on: Reader,
  key: Buffer,
  { accountId, userId }: Actor,
  { roomId, channelId }: { roomId: string; channelId: string },
  { from, signatureId, quotes, forwards, dark }: Asked,
): Promise<BelowEmail> {
  const mailbox = await mailboxFrom(on, await mailboxOf(on, roomId, channelId), from);
  const { signature, history, attachments } = await belowEmail(on, roomId, mailbox, { signatureId, quotes, forwards });
  const until = passEnd();
  const asked = {
    ...(signatureId == null ? {} : { signatureId }),
    ...(quotes == null ? {} : { quotes }),
    ...(forwards === undefined ? {} : { forwards }),
  };
  const pass = { accountId, viewerId: userId, roomId, mailboxId: mailbox.id, ...asked, dark, until };
  return {
    signature: signature === null ? null : addressOf(key, { what: 'signature', ...pass }),
    history: history === null ? null : addressOf(key, { what: 'history', ...pass }),
    attachments,
    expiresAt: new Date(until).toISOString(),
  };
}

/** Our mailbox of an e-mail channel of the room. Throws CHANNEL_NOT_FOUND. */
async function mailboxOf(on: Reader, roomId: string, channelId: string): Promise<SendingMailbox> {
  const row = await on
    .selectFrom('contact_channels as c')
    .innerJoin('channel_applications as a', 'a.id', 'c.channel_application_id')
    .select(['a.id', 'a.sender', 'a.name'])
    .where('c.id', '=', channelId)
    .where('c.room_id', '=', roomId)
    .where('c.type', '=', 'EMAIL')
    .executeTakeFirst();
  if (!row) throw problem('CHANNEL_NOT_FOUND');
  return { id: row.id, address: row.sender || row.name };
}

/** The page behind such an address: what goes out, with pictures of our own alone. */
export async function belowPage({ db, files }: Pick<RoomsDeps, 'db' | 'files'>, pass: BelowPass): Promise<string> {
  const { accountId, viewerId, roomId, mailboxId, what, dark } = pass;
  const on = db.reader(accountId);
  const { signature, history } = await belowEmail(on, roomId, { id: mailboxId, address: '' }, pass);
  const shownFiles = history?.email.attachments.map(({ fileId }) => fileId) ?? [];
  const own =
    what === 'history' ? await signedAddresses(files, { accountId, id: viewerId }, shownFiles) : new Map<string, { url: string }>();
  const parts = what === 'signature' ? signature && signatureParts(signature) : history && historyParts(history, await readingOf(on));
  const pictures = { own: (fileId: string) => own.get(fileId)?.url ?? null, remote: () => null };
  return emailPage({ html: parts?.html ?? '', subject: '', dark, pictures });
}
