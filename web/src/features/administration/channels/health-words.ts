import { CHANNEL_QUEUE_COUNTED, type ChannelHealth } from '@parley/contract';
import { type TextKey, textIfKnown, type useText } from '../../../text.ts';

type Text = ReturnType<typeof useText>;
type LastError = NonNullable<ChannelHealth['lastError']>;

/** How often what is shown is read anew: whoever watches a provider come back looks at it. */
export const LOOK_EVERY = 15_000;
/** What has waited for so long, while nothing went out, waits for more than its turn. */
const WAITS_TOO_LONG = 120_000;

/** How it stands with an end, in one word of weight: what needs somebody, what is meant to be so, and what goes. */
export type Weight = 'trouble' | 'off' | 'well';

export interface Verdict {
  weight: Weight;
  words: string;
}

const timeOf = (at: string | null | undefined): number => (at == null ? Number.NEGATIVE_INFINITY : Date.parse(at));

/** Whether the provider's token is past its time. */
const isExpired = ({ tokenExpiresAt }: ChannelHealth, now: number) => tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= now;

/** Reasons that are about the end, whichever message it was: each next one is refused for the same. */
const OF_THE_END: ReadonlySet<string> = new Set(['BAD_SERVICE_ID', 'INSUFFICIENT_FUNDS']);

const isOfTheEnd = ({ problem, reason }: LastError) => problem !== null || reason === null || OF_THE_END.has(reason);

/** Messages wait, and have for a while, and none goes out. */
export function isHeldUp({ waitingSince, lastOutboundAt }: ChannelHealth, now: number): boolean {
  const before = now - WAITS_TOO_LONG;
  return waitingSince !== null && timeOf(waitingSince) < before && timeOf(lastOutboundAt) < before;
}

/** Whoever calls does not prove to be the provider, and nobody has since who does. */
const isShutOut = ({ refusedCalls, lastInboundAt }: ChannelHealth): boolean => timeOf(refusedCalls?.lastAt) > timeOf(lastInboundAt);

/** What is known to be wrong by the newest of what was tried: a test, a message that went out, one that did not. Null where the newest went well. */
function newestTrouble({ test, lastError, lastOutboundAt }: ChannelHealth, text: Text): string | null {
  const tested = timeOf(test?.at);
  const failed = lastError !== null && isOfTheEnd(lastError) ? timeOf(lastError.at) : Number.NEGATIVE_INFINITY;
  const sent = timeOf(lastOutboundAt);
  if (lastError !== null && failed > sent && failed >= tested) return errorWords(lastError, text);
  if (test?.problem == null || tested <= sent) return null;
  return `${text('CHANNELS_TEST_FAILED')} ${text(problemWords[test.problem])}`;
}

/** Of a mailbox from which no mail can be fetched (administration, section 8); null where it can, or nothing is. */
export function fetchingWords({ fetching }: Pick<ChannelHealth, 'fetching'>, text: Text): string | null {
  if (fetching === null || fetching.problem === null) return null;
  if (!fetching.stopped) return text(mailProblemWords[fetching.problem]);
  if (fetching.problem === 'UNREACHABLE') return text('MAILBOXES_ROUTING_OFF');
  return `${text('MAILBOXES_ROUTING_DEACTIVATED')} ${text(mailProblemWords[fetching.problem])}`;
}

/** What is said of an end before anything else, the worst first; of what contradicts itself, the newest is believed. @param now by which tokens end, and what waits is late */
export function verdictOf(health: ChannelHealth, text: Text, now: number): Verdict {
  const { active, line, quarantined } = health;
  const hasProvider = health.hasProvider || health.type === 'EMAIL';
  const trouble = (words: string): Verdict => ({ weight: 'trouble', words });
  if (!active) return { weight: 'off', words: text('CHANNELS_OFF') };
  if (isExpired(health, now)) return trouble(text('CHANNELS_TOKEN_EXPIRED'));
  const fetching = fetchingWords(health, text);
  if (fetching !== null) return trouble(fetching);
  const newest = hasProvider ? newestTrouble(health, text) : null;
  if (line.state === 'OPEN') return trouble(`${newest ?? text('CHANNELS_TEST_UNREACHABLE')} ${text('CHANNELS_MESSAGES_WAIT')}`);
  if (line.state === 'TRYING') return trouble(newest === null ? text('CHANNELS_TRYING') : `${newest} ${text('CHANNELS_TRYING')}`);
  if (newest !== null) return trouble(newest);
  if (hasProvider && isHeldUp(health, now)) return trouble(text('CHANNELS_HELD_UP'));
  if (isShutOut(health)) return trouble(text('CHANNELS_CALLS_REFUSED'));
  if (health.fallbackLacks !== null) return trouble(text('CHANNELS_FALLBACK_LACKS', { name: health.fallbackLacks }));
  if (quarantined > 0) return trouble(text('CHANNELS_WITH_QUARANTINE', { count: quarantined }));
  return { weight: 'well', words: text('CHANNELS_OK') };
}

/** A count that may be only the beginning of one. */
export const counted = (count: number, text: Text): string =>
  count >= CHANNEL_QUEUE_COUNTED ? text('CHANNELS_MANY', { count }) : String(count);

/** Why a message was refused, in the product's words. */
export const reasonWords = (reason: string | null, text: Text): string =>
  textIfKnown(`COMMUNICATIONS_MESSAGE_FAILED_REASON_${reason ?? 'DEFAULT'}`) ?? text('COMMUNICATIONS_MESSAGE_FAILED_REASON_DEFAULT');

export const problemWords = {
  REFUSED: 'CHANNELS_TEST_REFUSED',
  UNREACHABLE: 'CHANNELS_TEST_UNREACHABLE',
  MISCONFIGURED: 'CHANNELS_TEST_MISCONFIGURED',
} as const satisfies Record<string, TextKey>;

export const mailProblemWords = {
  REFUSED: 'MAILBOXES_TEST_REFUSED',
  UNREACHABLE: 'MAILBOXES_TEST_UNREACHABLE',
  MISCONFIGURED: 'MAILBOXES_TEST_MISCONFIGURED',
} as const satisfies Record<string, TextKey>;

/** What carriers over SMPP answer to a sign-in, by the names of the protocol (SMPP 3.4, section 5.1.3). */
const signInWords: Readonly<Record<string, TextKey>> = {
  ESME_RINVPASWD: 'CHANNELS_ERROR_PASSWORD',
  ESME_RINVSYSID: 'CHANNELS_ERROR_USERNAME',
  ESME_RBINDFAIL: 'CHANNELS_TEST_REFUSED',
  ESME_RALYBND: 'CHANNELS_ERROR_ALREADY_BOUND',
};

/** Whether the provider itself has said that it cannot now: by a status of HTTP from 500 on, or by one of SMPP. */
const hasAnswered = (answer: string): boolean => /^(HTTP )?5\d\d\b/.test(answer) || /\bESME_R|\b0x[\da-f]{8}\b/i.test(answer);

/** What went wrong last with sending, by what happened; what the provider has said stands below it. */
export function errorWords({ reason, problem, answer }: Pick<LastError, 'reason' | 'problem' | 'answer'>, text: Text): string {
  const said = answer ?? '';
  const named = signInWords[/\bESME_\w+/.exec(said)?.[0] ?? ''];
  if (named !== undefined && problem !== null) return text(named);
  if (problem === 'UNREACHABLE') return text(hasAnswered(said) ? 'CHANNELS_ERROR_NOT_NOW' : 'CHANNELS_ERROR_NO_ANSWER');
  if (problem !== null) return text(problemWords[problem]);
  if (reason === null) return text('CHANNELS_ERROR_NO_ANSWER');
  if (reason === 'THROTTLING') return text('CHANNELS_ERROR_SLOWER');
  if (reason === 'BAD_SERVICE_ID') return text('CHANNELS_ERROR_SENDER');
  return reason === 'DEFAULT' ? text('CHANNELS_ERROR_REFUSED') : text('CHANNELS_TRY_REFUSED', { reason: reasonWords(reason, text) });
}
