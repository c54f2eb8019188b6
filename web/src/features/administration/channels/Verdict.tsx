import type { ChannelHealth } from '@parley/contract';
import { useText } from '../../../text.ts';
import { verdictOf } from './health-words.ts';
import { Outcome } from './Outcome.tsx';

/** How it stands with an end, by sign and words. @param now by which a token is past its time */
export function Verdict({ health, now }: { health: ChannelHealth; now: number }) {
  const { weight, words } = verdictOf(health, useText(), now);
  return <Outcome weight={weight}>{words}</Outcome>;
}
