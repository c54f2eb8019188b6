import { useEffect, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - serverNow()) / 1000));

/** How many seconds are left until a moment of the server's, by the server's clock, counted down. */
export function useSeconds(at: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at));
  useEffect(() => {
    setSeconds(secondsUntil(at));
    const timer = setInterval(() => setSeconds(secondsUntil(at)), 250);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
