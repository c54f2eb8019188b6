import { buffer } from 'node:stream/consumers';
import { type Files, readFile, type Uploader } from '../../../files/index.ts';
import type { Claim } from '../../../platform/claiming.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { applyEmailReport, emailSender, inRooms, type RoomsDeps, recordEmail } from '../../../rooms/index.ts';
import { settingsOf } from '../mailboxes/index.ts';
import type { DeliveryReport, ParsedMail } from '../reading/parsed-mail.ts';
import type { MailReader } from '../reading/read-in-worker.ts';
import { recipientsOfReport } from './bounces.ts';
import { emailOfMail } from './email-of-mail.ts';
import { findThread } from './find-thread.ts';
import { giveBackFiles, type KeptFiles, takeInFiles } from './mail-files.ts';
import { type ClaimedMail, lockClaimed, type Settled, settleMail } from './mail-rows.ts';
import { isOwnCopy, ownAddresses } from './own-mail.ts';
import { type Whose, whoseMail } from './whose-mail.ts';

/** What receiving works with, in one process. */
export interface ReceivingParts {
  rooms: RoomsDeps;
  files: Files;
  log: Log;
  /** Reads a mail in a thread of its own. */
  read: MailReader['read'];
  /** Of the purpose `emails:threads`. */
  key: Buffer;
}

/** A claimed mail that has a source. */
export type MailToWorkOn = ClaimedMail & { fileId: string };

/**
 * Makes of a mail what it is to become, and settles its row with that in one transaction: whoever dies over it leaves nothing. Rejects when it is to be
 * tried again.
 */
export async function workOnMail(parts: ReceivingParts, claim: Claim, claimed: MailToWorkOn): Promise<void> {
  const { rooms, files, log } = parts;
  const accountId = claim.account_id;
  const source = await buffer(await readFile(files, accountId, claimed.fileId));
  const mail = await parts.read(source, {
    onTrouble: ({ why, error }) =>
      log.warn({ err: error, why, mailId: claim.id }, 'a mail could not be read within bounds; its headers are'),
  });
  const on = rooms.db.reader(accountId);
  if (mail.report !== null) return takeReport(parts, claim, claimed, mail.report);
  if (mail.displayed !== null) return settleMail(on, claim, { state: 'IGNORED', reason: 'DISPLAY_NOTICE' });
  const whose = whoseMail(mail, settingsOf(claimed.mailbox.settings), await ownAddresses(on));
  const aside = (await isOwnCopy(on, mail)) ? 'OWN_COPY' : asideOf(whose);
  if (aside !== null) return settleMail(on, claim, { state: 'IGNORED', reason: aside });
  const uploader: Uploader = { by: 'PROVIDER', accountId, id: claimed.channelApplicationId };
  const kept = await takeInFiles(files, uploader, mail.parts);
  try {
    const settled = await inRooms(rooms.db, accountId, (tx) => store(parts, tx, claim, { claimed, mail, whose, kept }));
    if (settled === null) await giveBackFiles(files, uploader, kept);
  } catch (error) {
    await giveBackFiles(files, uploader, kept);
    throw error;
  }
}

/** Of nobody's contact and nobody's conversation: it moves the e-mail on that it reports of (BUG-014). */
async function takeReport({ rooms }: ReceivingParts, claim: Claim, claimed: MailToWorkOn, report: DeliveryReport): Promise<void> {
  const { account_id: accountId } = claim;
  const { channelApplicationId: mailboxId } = claimed;
  await rooms.db.inAccount(accountId, async (tx) => {
    if (!(await lockClaimed(tx, claim))) return;
    const of = { accountId, mailboxId, messageId: report.originalMessageId, recipients: recipientsOfReport(report) };
    const roomId = await applyEmailReport(rooms, tx, of);
    await settleMail(
      tx,
      claim,
      roomId === null ? { state: 'IGNORED', reason: 'REPORT_OF_NOTHING' } : { state: 'DONE', eventId: null, roomId },
    );
  });
}

function asideOf(whose: Whose): 'OWN_ADDRESS' | 'NO_SENDER' | null {
  if (whose.is === 'OURS') return 'OWN_ADDRESS';
  return whose.is === 'NOBODY' ? 'NO_SENDER' : null;
}

interface ReadMail {
  claimed: MailToWorkOn;
  mail: ParsedMail;
  whose: Whose;
  kept: KeptFiles;
}

/** @returns null when the claim holds it no more; nothing is stored then */
async function store({ key }: ReceivingParts, tx: Tx, claim: Claim, { claimed, mail, whose, kept }: ReadMail): Promise<Settled | null> {
  if (whose.is !== 'CUSTOMER' || !(await lockClaimed(tx, claim))) return null;
  const accountId = claim.account_id;
  const mailboxId = claimed.channelApplicationId;
  const place = { accountId, channelApplicationId: mailboxId, channelType: 'EMAIL' } as const;
  const who = { place, address: whose.address, name: whose.name === '' ? null : whose.name };
  const sender = await emailSender(tx, who);
  const { contactId } = sender;
  const { into, suggested, isAnswer } = await findThread(tx, { accountId, mailboxId, mail, sender: { ...whose, contactId }, key });
  const told = { receivedAt: claimed.receivedAt, files: kept, whose, suggestedRoomId: suggested?.roomId ?? null };
  const content = { type: 'EMAIL', ...emailOfMail(mail, told) } as const;
  const stored = await recordEmail(tx, sender, { ...who, content, into, isAnswer: isMachinesAnswer(mail, isAnswer) });
  const settled = { state: 'DONE', ...stored } as const;
  await settleMail(tx, claim, settled);
  return settled;
}

/** Nobody waits for an answer to it: somebody's note of absence, or what a machine said to a mail of ours. */
const isMachinesAnswer = ({ automatic }: ParsedMail, isAnswer: boolean): boolean =>
  automatic !== null &&
  (automatic.outOfOffice === 'YES' ||
    (isAnswer && automatic.reasons.some((reason) => reason === 'AUTO_SUBMITTED' || reason === 'AUTO_REPLY_HEADER')));
