import { SocketTimings } from '@parley/contract/frames/timings';

/**
 * How long to wait before the attempt with this number (0 = first): 500 ms, 1 s, 3 s, 5 s … up to 30 s (communications, section 9), and
 * by chance up to as much again: when a server stops, everybody it had is cut off in the same moment and would come back in one.
 *
 * @param random from 0 to 1
 */
export function retryDelay(attempt: number, random: number): number {
  const { initialDelay, reconnectInterval, reconnectIncrease, reconnectCeiling } = SocketTimings;
  const plain = attempt === 0 ? initialDelay : reconnectInterval + (attempt - 1) * reconnectIncrease;
  return Math.min(reconnectCeiling, Math.round(plain * (1 + random)));
}
