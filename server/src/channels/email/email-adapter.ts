import { addressIn, domainOf, settledMailAddress } from '@parley/contract';
import type { Channel, Outcome, Outgoing } from '../../rooms/index.ts';
import type { Connection, Connections, MakeAdapter } from '../providers/index.ts';
import type { Email } from './index.ts';
import { settingsOf } from './mailboxes/index.ts';
import { asOneTest, testMailbox } from './mailboxes/test-mailbox.ts';
import { threadAddress } from './reply-address.ts';
import { sendMail } from './sending/send-mail.ts';
import { openLine } from './sending/smtp-line.ts';
import { createLines, type SmtpLines } from './sending/smtp-lines.ts';

/** A server may look through a large mail before it says that it has it. */
const TIMEOUT = 180_000;
const MINUTE = 60_000;
/** Servers that do not know us take a first mail later (greylisting); those of a customer may be away for a day (RFC 5321, 4.5.4.1). */
const PATIENCE = { forMs: 24 * 60 * MINUTE, waits: [1, 5, 15, 60].map((minutes) => minutes * MINUTE) };

/** Words that are sent to try the mailbox, as an e-mail. */
function emailOfWords({ idempotencyKey, address, message }: Outgoing, from: string): NonNullable<Outgoing['email']> {
  const content = message.text ?? '';
  const facts = {
    id: `<${idempotencyKey}@${domainOf(from)}>`,
    from,
    to: [address],
    cc: [],
    bcc: [],
    subject: content.split('\n', 1)[0]?.slice(0, 100) ?? '',
  };
  const rest = { content, replyTo: null, multipartContent: false, receivedDate: null, attachments: [], references: [] };
  return { facts: { ...facts, ...rest }, html: null, attachments: [], settled: new Map() };
}

const refused = (answer: string): Outcome => ({ outcome: 'REFUSED', reason: 'NOT_PERMITTED', final: true, answer });

/**
 * E-mail out (protocols: e-mail, section 4): each mailbox by its own server. What comes in is fetched. `key`: of the purpose `emails:threads`.
 */
export const emailAdapter =
  (
    { reach, signingIn, servers, key }: Pick<Email, 'reach' | 'signingIn' | 'servers'> & { key: Buffer },
    patience: NonNullable<Channel['patience']> = PATIENCE,
  ): MakeAdapter =>
  ({ connections, rooms }) => {
    const open = new Map<string, { setAs: string; lines: SmtpLines }>();

    /** Those of the mailbox as it is set now: what was set otherwise is not spoken to any more. */
    function linesOf(mailbox: Connection): SmtpLines {
      const { sender, settings, secrets, channelApplicationId } = mailbox;
      const setAs = JSON.stringify([sender, settings, secrets]);
      const there = open.get(channelApplicationId);
      if (there?.setAs === setAs) return there.lines;
      void there?.lines.close();
      const lines = createLines(() => signedInLine(mailbox));
      open.set(channelApplicationId, { setAs, lines });
      return lines;
    }

    async function signedInLine(mailbox: Connection) {
      const { outgoing } = settingsOf(mailbox.settings);
      if (outgoing === null) throw new Error('this mailbox sends nothing');
      try {
        return await openLine(outgoing, await signingIn.signInOf(mailbox, 'outgoing'), reach);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'EAUTH' || !(await signingIn.refused(mailbox))) throw error;
        return openLine(outgoing, await signingIn.signInOf(mailbox, 'outgoing'), reach);
      }
    }

    /** By whose server an e-mail goes: what is from another mailbox of the account by that one's. */
    async function mailboxOf(own: Connection, from: string): Promise<Connection | null> {
      const address = settledMailAddress(addressIn(from));
      if (address === settledMailAddress(own.sender)) return own;
      const row = await rooms.db
        .reader(own.accountId)
        .selectFrom('channel_applications')
        .select('id')
        .where('type', '=', 'EMAIL')
        .where('sender', '=', address)
        .executeTakeFirst();
      return row ? connections.of(own.accountId, row.id) : null;
    }

    /** Where the mailbox allows it, an address that leads the answer back. */
    function replyToOf({ accountId, sender, settings }: Connection, { conversationId }: Outgoing): string | null {
      if (!settingsOf(settings).plusAddress || conversationId === null) return null;
      return threadAddress(key, sender, { accountId, conversationId });
    }

    return {
      type: 'EMAIL',
      takesKey: false,
      asksAgain: 1,
      patience,
      timeoutMs: TIMEOUT,
      perSecond: null,
      takesFiles: true,
      waitsForPlace: true,
      async deliver(outgoing, _signal, asking) {
        const own = await connections.of(outgoing.accountId, outgoing.channelApplicationId);
        const email = outgoing.email ?? emailOfWords(outgoing, own?.sender ?? '');
        const mailbox = own && (await mailboxOf(own, email.facts.from));
        if (!mailbox) return refused('the mailbox that this e-mail is from is not there any more');
        if (!mailbox.active) return refused('this mailbox is switched off');
        if (settingsOf(mailbox.settings).outgoing === null) return refused('this mailbox sends nothing');
        return sendMail(linesOf(mailbox), { outgoing, email, mailbox, replyTo: replyToOf(mailbox, outgoing), asking });
      },
      read() {
        throw new Error('mail is fetched, and comes in by no call of a provider');
      },
      test: async (connection) =>
        asOneTest(await testMailbox(servers, settingsOf(connection.settings), (server) => signingIn.signInOf(connection, server))),
      stand: (_connections: Connections) => ({
        async stop() {
          await Promise.all([...open.values()].map(({ lines }) => lines.close()));
        },
      }),
    };
  };
