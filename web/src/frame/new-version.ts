import { useEffect, useState } from 'react';
import { useConnectionIfAny } from '../realtime/connection.tsx';

const ASK_EVERY_MS = 10 * 60_000;

/** The script that this page runs; its name changes with every release. */
const ownScript = (): string | null => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Does the server's page still name the script that runs here? When it cannot be asked, nothing has changed. */
async function isReplaced(): Promise<boolean> {
  const own = ownScript();
  if (own === null) return false;
  try {
    const answer = await fetch('/index.html', { cache: 'no-cache' });
    return answer.ok && !(await answer.text()).includes(own);
  } catch {
    return false;
  }
}

/** True once a newer release of the application lies on the server: asked when the connection comes back, and now and then. */
export function useNewVersion(): boolean {
  const [isThere, setThere] = useState(false);
  const onOpen = useConnectionIfAny()?.onOpen;
  useEffect(() => {
    if (isThere) return;
    const ask = () => void isReplaced().then((replaced) => (replaced ? setThere(true) : undefined));
    const timer = setInterval(ask, ASK_EVERY_MS);
    const stop = onOpen?.(({ first }) => (first ? undefined : ask()));
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }, [isThere, onOpen]);
  return isThere;
}
