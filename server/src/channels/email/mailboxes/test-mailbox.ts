import type { IncomingServer, MailboxSecret, MailboxSettings, MailboxTest, MailServerTest } from '@parley/contract';
import { keptAnswer } from '../../../rooms/index.ts';
import type { ConnectionTest } from '../../providers/index.ts';
import type { TestOutgoing } from '../sending/test-outgoing.ts';
import type { SignIn } from '../sign-in.ts';

/** A server that says nothing for so long cannot be reached. */
const TEST_WITHIN = 15_000;

/** How servers of mailboxes are asked, and how one signs in there. */
export interface MailServers {
  testOutgoing: TestOutgoing;
  /** @param moveTo the folder that must be there; empty: none */
  testIncoming(server: IncomingServer, signIn: SignIn, moveTo: string, signal: AbortSignal): Promise<ConnectionTest>;
  /** A token of Microsoft's for a mailbox that signs in by OAUTH2. Rejects with what went wrong, in words without secrets. */
  tokenOf(settings: MailboxSettings, secrets: Secrets, signal: AbortSignal): Promise<string>;
}

type Secrets = Readonly<Partial<Record<MailboxSecret, string>>>;

/** Asks the servers of a mailbox beside each other whether they take it. Rejects with nothing. */
export async function testMailbox(servers: MailServers, settings: MailboxSettings, secrets: Secrets): Promise<MailboxTest> {
  const { incoming, outgoing, moveTo } = settings;
  const proof = signInOf(servers, settings, secrets);
  const [heard, sent] = await Promise.all([
    incoming && asked(async (signal) => servers.testIncoming(incoming, await proof('incomingPassword', signal), moveTo, signal)),
    outgoing && asked(async (signal) => servers.testOutgoing(outgoing, await proof('outgoingPassword', signal), signal)),
  ]);
  return { incoming: heard && told(heard), outgoing: sent && told(sent) };
}

/** Both in one, as the health of a channel tells it: what went wrong, incoming mail first. */
export function asOneTest({ incoming, outgoing }: MailboxTest): ConnectionTest {
  const said = [incoming, outgoing].filter((one) => one !== null);
  const failed = said.find(({ problem }) => problem !== null);
  const answer = (failed ?? said.at(-1))?.answer ?? undefined;
  const inWords = answer === undefined ? {} : { answer };
  return failed?.problem ? { ok: false, problem: failed.problem, ...inWords } : { ok: true, ...inWords };
}

/** One token serves both servers. */
function signInOf({ tokenOf }: MailServers, settings: MailboxSettings, secrets: Secrets) {
  let token: Promise<string> | undefined;
  return async (password: 'incomingPassword' | 'outgoingPassword', signal: AbortSignal): Promise<SignIn> => {
    if (settings.authentication === 'PASSWORD') return { kind: 'PASSWORD', password: secrets[password] ?? '' };
    token ??= tokenOf(settings, secrets, signal);
    return { kind: 'TOKEN', token: await token };
  };
}

async function asked(test: (signal: AbortSignal) => Promise<ConnectionTest>): Promise<ConnectionTest> {
  const patience = AbortSignal.timeout(TEST_WITHIN);
  const over = new Promise<ConnectionTest>((resolve) => {
    patience.addEventListener('abort', () => resolve({ ok: false, problem: 'UNREACHABLE' }));
  });
  const said = test(patience).catch((error: unknown): ConnectionTest => ({ ok: false, ...refusalOf(error) }));
  return Promise.race([said, over]);
}

/** Of what could not even be asked: no token was given. */
function refusalOf(error: unknown): { problem: 'REFUSED' | 'UNREACHABLE' | 'MISCONFIGURED'; answer: string } {
  const answer = error instanceof Error ? error.message : String(error);
  const problem = (error as { problem?: unknown } | null)?.problem;
  return { problem: problem === 'REFUSED' || problem === 'MISCONFIGURED' ? problem : 'UNREACHABLE', answer };
}

const told = (said: ConnectionTest): MailServerTest => ({ problem: said.ok ? null : said.problem, answer: keptAnswer(said.answer, '') });
