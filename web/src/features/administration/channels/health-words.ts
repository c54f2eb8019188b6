import { CHANNEL_QUEUE_COUNTED, type ChannelHealth } from '@parley/contract';
import { type TextKey, textIfKnown, type useText } from '../../../text.ts';

type Text = ReturnType<typeof useText>;

/** How often what is shown is read anew: whoever watches a provider come back looks at it. */
export const LOOK_EVERY = 15_000;

/** How it stands with an end, in one word of weight: what needs somebody, what is meant to be so, and what goes. */
export type Weight = 'trouble' | 'off' | 'well';

/** Whether the provider's token is past its time. */
const isExpired = ({ tokenExpiresAt }: ChannelHealth, now: number) => tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= now;

/** What is said of an end before anything else, the worst first. */
export function verdictOf(health: ChannelHealth, text: Text, now: number): { weight: Weight; words: string } {
  const { active, line, quarantined } = health;
  if (!active) return { weight: 'off', words: text('CHANNELS_OFF') };
  if (isExpired(health, now)) return { weight: 'trouble', words: text('CHANNELS_TOKEN_EXPIRED') };
  if (line.state !== 'GOES') return { weight: 'trouble', words: text(line.state === 'OPEN' ? 'CHANNELS_OPEN' : 'CHANNELS_TRYING') };
  if (line.failures > 0) return { weight: 'trouble', words: text('CHANNELS_FAILING') };
  if (health.test?.problem != null) return { weight: 'trouble', words: text('CHANNELS_TEST_FAILED') };
  if (quarantined > 0) return { weight: 'trouble', words: text('CHANNELS_WITH_QUARANTINE', { count: quarantined }) };
  return { weight: 'well', words: text('CHANNELS_OK') };
}

/** A count that may be only the beginning of one. */
export const counted = (count: number, text: Text): string =>
  count >= CHANNEL_QUEUE_COUNTED ? text('CHANNELS_MANY', { count }) : String(count);

/** Why a message was refused, in the product's words. */
export const reasonWords = (reason: string | null, text: Text): string =>
  reason === null
    ? text('CHANNELS_NO_ANSWER')
    : (textIfKnown(`COMMUNICATIONS_MESSAGE_FAILED_REASON_${reason}`) ?? text('COMMUNICATIONS_MESSAGE_FAILED_REASON_DEFAULT'));

export const problemWords = {
  REFUSED: 'CHANNELS_TEST_REFUSED',
  UNREACHABLE: 'CHANNELS_TEST_UNREACHABLE',
  MISCONFIGURED: 'CHANNELS_TEST_MISCONFIGURED',
} as const satisfies Record<string, TextKey>;
