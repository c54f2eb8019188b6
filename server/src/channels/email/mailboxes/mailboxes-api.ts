import { type MailboxSettings, type MailboxTest, replaced, type TriedMailbox } from '@parley/contract';
import { calls, requireAccount } from '../../../accounts/index.ts';
import { doerOf, openToRead } from '../../../audit/index.ts';
import { problem } from '../../../platform/problem.ts';
import { rateShares } from '../../../platform/rate-shares.ts';
import type { RoomsDeps } from '../../../rooms/index.ts';
import { type Connection, keepTest } from '../../providers/index.ts';
import { type ChannelSettingsDeps, endsOf } from '../../settings/index.ts';
import { harmlessSignature, textAsHtml } from './harmless-signature.ts';
import { faultsOfMailbox, requireNoFaults } from './judge-mailbox.ts';
import { mailboxType, partsOf, settingsOf } from './mailbox-type.ts';
import { changeSignature, createSignature, listSignatures, type MailboxKey, readSignature, removeSignature } from './signatures.ts';
import { asOneTest, type MailServers, type ProofOf, proofTried, testMailbox } from './test-mailbox.ts';

interface MailboxesDeps extends ChannelSettingsDeps {
  servers: MailServers;
  /** Addresses that a mailbox's servers may have. */
  isAllowed: (address: string) => boolean;
  /** Raised after a test that succeeded: what waited for the server goes out. */
  outbox: RoomsDeps['outbox'];
}

/** Both sign in by tokens that are asked for in the same way. */
const hasGrantOf = (one: MailboxSettings, other: MailboxSettings): boolean =>
  [one, other].every(({ authentication }) => authentication === 'OAUTH2') &&
  one.clientId === other.clientId &&
  one.tenantId === other.tenantId;

/** Mailboxes and their signatures, for an account's admins and for super admins. */
export function mailboxesApi(deps: MailboxesDeps) {
  const { db, servers, isAllowed, outbox, providers } = deps;
  const { mailboxes, signatures } = calls;
  const ends = endsOf(deps, mailboxType(isAllowed));
  // Each asks two servers.
  const tries = rateShares.limit('tests of mailboxes', { perSecond: 0.2, burst: 10 });
  const endKey = ({ accountId, mailboxId }: MailboxKey) => ({ accountId, endId: mailboxId });

  const proofKept =
    (connection: Connection): ProofOf =>
    (server) =>
      servers.signingIn.signInOf(connection, server);

  async function connectionOf({ accountId, mailboxId }: MailboxKey) {
    const connection = await providers.connections.of(accountId, mailboxId);
    if (connection?.type !== 'EMAIL') throw problem('MAILBOX_NOT_FOUND');
    return connection;
  }

  /** As it stands in a form; passwords that are left empty are those that are kept, for the servers that they were given for. */
  async function tryOut(accountId: string, { mailboxId, ...fields }: TriedMailbox): Promise<MailboxTest> {
    const stood = mailboxId === undefined ? null : await connectionOf({ accountId, mailboxId });
    const before = stood && settingsOf(stood.settings);
    const { settings: asked, secrets: entered } = partsOf(fields);
    const given = Object.fromEntries(Object.entries(entered).filter(([, secret]) => secret !== ''));
    const settings = settingsOf({ ...before, ...asked });
    const secrets = { ...stood?.secrets, ...given };
    const faults = faultsOfMailbox({ settings, before, secrets, given: new Set(Object.keys(given)) }, isAllowed);
    requireNoFaults(faults.filter(([field]) => !field.startsWith('dkim')));
    tries.take(accountId);
    // Where nothing of its grant is another, it is that of the mailbox: one that changes with each use would be used up.
    const isKept = before !== null && !('clientSecret' in given) && !('refreshToken' in given) && hasGrantOf(settings, before);
    const proof = stood !== null && isKept ? proofKept(stood) : proofTried(servers.signingIn, settings, secrets);
    return testMailbox(servers, settings, proof);
  }

  /** The account is there, and so is its mailbox. Throws ACCOUNT_NOT_FOUND, MAILBOX_NOT_FOUND. */
  async function requireMailbox(actor: Parameters<typeof requireAccount>[1], key: MailboxKey) {
    await requireAccount(db, actor, key.accountId);
    return connectionOf(key);
  }

  return {
    mailboxes: {
      list: mailboxes.list.handler(({ context, input: { params, query } }) => ends.list(context, params.accountId, query)),
      create: mailboxes.create.handler(async ({ context, input: { params, body } }) => {
        const { clientMailboxId: clientEndId, ...fields } = body;
        return (await ends.create(context, params.accountId, { ...fields, clientEndId })).end;
      }),
      one: mailboxes.one.handler(({ context, input: { params } }) => ends.one(context, endKey(params))),
      change: mailboxes.change.handler(
        async ({ context, input: { params, body } }) => (await ends.change(context, endKey(params), replaced(body))).end,
      ),
      remove: mailboxes.remove.handler(({ context, input: { params } }) => ends.remove(context, endKey(params))),
      tryOut: mailboxes.tryOut.handler(async ({ context, input: { params, body } }) => {
        await requireAccount(db, context.actor, params.accountId);
        return tryOut(params.accountId, body);
      }),
      test: mailboxes.test.handler(async ({ context, input: { params } }) => {
        const { accountId, mailboxId } = params;
        const connection = await requireMailbox(context.actor, params);
        tries.take(accountId);
        const said = await testMailbox(servers, settingsOf(connection.settings), proofKept(connection));
        await keepTest(db.reader(accountId), accountId, mailboxId, asOneTest(said));
        outbox.raise();
        return said;
      }),
    },
    signatures: {
      list: signatures.list.handler(async ({ context, input: { params } }) => {
        const { name } = await requireMailbox(context.actor, params);
        await openToRead(db, context, params.accountId, { type: 'MAILBOX', id: params.mailboxId, name });
        return { content: await listSignatures(db.reader(params.accountId), [params.mailboxId]) };
      }),
      create: signatures.create.handler(async ({ context, input: { params, body } }) => {
        await requireAccount(db, context.actor, params.accountId);
        return createSignature(db, doerOf(context), params, body);
      }),
      one: signatures.one.handler(async ({ context, input: { params } }) => {
        const { name } = await requireMailbox(context.actor, params);
        const signature = await readSignature(db.reader(params.accountId), params);
        await openToRead(db, context, params.accountId, { type: 'SIGNATURE', id: signature.id, name });
        return signature;
      }),
      change: signatures.change.handler(async ({ context, input: { params, body } }) => {
        await requireAccount(db, context.actor, params.accountId);
        return changeSignature(db, doerOf(context), params, replaced(body));
      }),
      remove: signatures.remove.handler(async ({ context, input: { params } }) => {
        await requireAccount(db, context.actor, params.accountId);
        await removeSignature(db, doerOf(context), params);
        return {};
      }),
      preview: signatures.preview.handler(async ({ context, input: { params, body } }) => {
        await requireMailbox(context.actor, params);
        return { html: body.isHtml ? harmlessSignature(body.content) : textAsHtml(body.content) };
      }),
    },
  };
}
