import type { MailboxSecret, MailboxSettings, MailboxTest, MailServerTest } from '@parley/contract';
import { keptAnswer } from '../../../rooms/index.ts';
import type { ConnectionTest } from '../../providers/index.ts';
import type { TestIncoming } from '../fetching/test-incoming.ts';
import type { TestOutgoing } from '../sending/test-outgoing.ts';
import { troubleOf } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';
import type { SigningIn } from '../signing-in.ts';

/** A server that says nothing for so long cannot be reached. */
const TEST_WITHIN = 15_000;

/** How servers of mailboxes are asked, and how one signs in there. */
export interface MailServers {
  testOutgoing: TestOutgoing;
  testIncoming: TestIncoming;
  signingIn: Pick<SigningIn, 'signInOf' | 'tryGrant'>;
}

/** How a mailbox proves itself at each of its servers. Rejects with ServerTrouble. */
export type ProofOf = (server: 'incoming' | 'outgoing') => Promise<SignIn>;

/** Asks the servers of a mailbox beside each other whether they take it. Rejects with nothing. */
export async function testMailbox(
  { testIncoming, testOutgoing }: Pick<MailServers, 'testIncoming' | 'testOutgoing'>,
  { incoming, outgoing, moveTo }: MailboxSettings,
  proofOf: ProofOf,
): Promise<MailboxTest> {
  const [heard, sent] = await Promise.all([
    incoming && asked(async (signal) => testIncoming(incoming, await proofOf('incoming'), moveTo, signal)),
    outgoing && asked(async (signal) => testOutgoing(outgoing, await proofOf('outgoing'), signal)),
  ]);
  return { incoming: heard && told(heard), outgoing: sent && told(sent) };
}

/** By what stands in a form, of which nothing is kept: one token serves both servers. */
export function proofTried(
  { tryGrant }: Pick<SigningIn, 'tryGrant'>,
  { authentication, tenantId, clientId }: MailboxSettings,
  secrets: Readonly<Partial<Record<MailboxSecret, string>>>,
): ProofOf {
  let token: Promise<SignIn> | undefined;
  return async (server) => {
    if (authentication === 'PASSWORD') return { kind: 'PASSWORD', password: secrets[`${server}Password`] ?? '' };
    token ??= tryGrant({ tenantId, clientId, clientSecret: secrets.clientSecret ?? '', refreshToken: secrets.refreshToken ?? '' });
    return token;
  };
}

/** Both in one, as the health of a channel tells it: what went wrong, incoming mail first. */
export function asOneTest({ incoming, outgoing }: MailboxTest): ConnectionTest {
  const said = [incoming, outgoing].filter((one) => one !== null);
  const failed = said.find(({ problem }) => problem !== null);
  const answer = (failed ?? said.at(-1))?.answer ?? undefined;
  const inWords = answer === undefined ? {} : { answer };
  return failed?.problem ? { ok: false, problem: failed.problem, ...inWords } : { ok: true, ...inWords };
}

async function asked(test: (signal: AbortSignal) => Promise<ConnectionTest>): Promise<ConnectionTest> {
  const patience = AbortSignal.timeout(TEST_WITHIN);
  const over = new Promise<ConnectionTest>((resolve) => {
    patience.addEventListener('abort', () => resolve({ ok: false, problem: 'UNREACHABLE' }));
  });
  const said = test(patience).catch((error: unknown): ConnectionTest => {
    const { problem, message } = troubleOf(error);
    return { ok: false, problem, answer: message };
  });
  return Promise.race([said, over]);
}

const told = (said: ConnectionTest): MailServerTest => ({ problem: said.ok ? null : said.problem, answer: keptAnswer(said.answer, '') });
