import { useEffect, useState } from 'react';
import { serverNow } from '../api/server-clock.ts';

/** The time now at the server, renewed every second while `running`; for clocks that people watch. */
export function useNow(running = true): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (!running) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
