import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../text.ts';
import { Button } from '../ui/Button.tsx';
import { PageNotice } from '../ui/PageNotice.tsx';
import { accessToken, tokensExpired } from './tokens.ts';

const ASK_EVERY_MS = 5000;

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** True once the server answered something, and a token that ended is renewed. What a browser says of its network is no promise of that. */
async function isThere(signal: AbortSignal): Promise<boolean> {
  try {
    await api.configuration.read(undefined, { signal, context: { outlivesNavigation: true } });
    return (await accessToken()) === null || !tokensExpired();
  } catch {
    return false;
  }
}

/**
 * Nothing could be loaded because the server was not reached: says whether the network is missing, and goes on by itself when the server
 * answers again.
 */
export function WaitingForServer({ onBack }: { onBack: () => void }) {
  const text = useText();
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine);
  useEffect(() => {
    const over = new AbortController();
    const ask = () =>
      void isThere(over.signal).then((there) => {
        if (there && !over.signal.aborted) onBack();
      });
    const timer = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener('online', ask);
    return () => {
      over.abort();
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [onBack]);
  return (
    <PageNotice
      alone
      icon="nowifi"
      title={text(online ? 'FRAME_START_FAILED' : 'FRAME_OFFLINE')}
      words={text(online ? 'FRAME_SILENT_WORDS' : 'FRAME_OFFLINE_WORDS')}
      action={<Button onClick={onBack}>{text('FRAME_TRY_AGAIN')}</Button>}
    />
  );
}
