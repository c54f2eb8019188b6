import type { VisitorSession } from '@parley/contract/entities/visitor';
import type { ToFrame } from '../link/messages.ts';
import { sessionClaims } from '../session/claim.ts';
import { randomId } from '../session/random.ts';
import type { Storage } from '../session/storage.ts';
import type { Answer } from './api.ts';
import type { Host } from './host.ts';

export interface SecretKeeper {
  readonly current: string | null;
  /** The secret that counts, started by `startSession` if no tab has one yet. */
  obtain(startSession: () => Promise<Answer<VisitorSession>>): Promise<Answer<string>>;
  /** The session is over: nobody shall come back to it. */
  forget(): void;
  /** What the host page said; true when it was about the secret. */
  heard(message: ToFrame): boolean;
}

/**
 * Keeps the visitor's secret: first in the host page's own storage, which survives blocked third-party storage, and a
 * second copy in this frame's, under a key with the host's origin, for pages whose own storage refuses. The host's copy wins.
 * @param changed another tab started (secret) or ended (null) the session
 */
export function secretKeeper(host: Host, widgetId: string, own: Storage, changed: (secret: string | null) => void): SecretKeeper {
  const key = `parley:${widgetId}:${host.origin}:secret`;
  const ownClaims = sessionClaims(own, key, randomId());
  let waiting: ((message: ToFrame) => void) | null = null;
  let current = host.start.secret ?? own.get(key);
  if (current !== null) {
    own.set(key, current);
    if (host.start.secret === null) host.send({ type: 'keep', secret: current });
  }

  function adopt(secret: string | null): void {
    if (secret === current) return;
    const before = current;
    current = secret;
    if (secret === null) {
      if (own.get(key) === before) own.remove(key);
    } else own.set(key, secret);
    changed(secret);
  }

  const hostAnswers = (question: 'claim' | 'keep', ask: () => void) =>
    new Promise<string | null>((answer) => {
      const wanted = question === 'claim' ? 'turn' : 'secret';
      waiting = (message) => {
        if (message.type !== wanted || !('secret' in message)) return;
        waiting = null;
        answer(message.secret);
      };
      ask();
    });

  if (!host.start.keeps)
    addEventListener('storage', (event) => {
      if (event.key === key) adopt(own.get(key));
    });

  return {
    get current() {
      return current;
    },
    async obtain(startSession) {
      if (current !== null) return { is: 'ok', value: current };
      const { keeps } = host.start;
      const first = keeps ? await hostAnswers('claim', () => host.send({ type: 'claim' })) : await ownClaims.claim();
      let secret = first;
      if (secret === null) {
        const started = await startSession();
        if (started.is !== 'ok') {
          host.send({ type: 'release' });
          ownClaims.release();
          return started;
        }
        const made = started.value.secret;
        secret = keeps ? await hostAnswers('keep', () => host.send({ type: 'keep', secret: made })) : ownClaims.keep(made);
        secret ??= made;
      }
      current = secret;
      own.set(key, secret);
      return { is: 'ok', value: secret };
    },
    forget() {
      if (current === null) return;
      host.send({ type: 'forget', secret: current });
      if (own.get(key) === current) own.remove(key);
      current = null;
    },
    heard(message) {
      if (message.type !== 'secret' && message.type !== 'turn') return false;
      if (waiting) waiting(message);
      else if (message.type === 'secret') adopt(message.secret);
      return true;
    },
  };
}
