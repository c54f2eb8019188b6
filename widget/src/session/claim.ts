import type { Storage } from './storage.ts';

/** How long a write of another tab may need to be seen here: browsers keep a copy of the storage per process. */
const SETTLE = 60;
const LOOK_AGAIN = 100;
/** A claim that stands this long unchanged belongs to a tab that died. Longer than the request that starts a session may take. */
const ABANDONED = 12_000;

export interface Claims {
  /** null: it is this tab's turn to start a session. Otherwise the secret that another tab got meanwhile. */
  claim(): Promise<string | null>;
  /** Keeps a new secret, unless one is there already; gives the one that counts. */
  keep(secret: string): string;
  release(): void;
}

/**
 * Lets one of several tabs start the session: the claim is written, given time to be seen, and read again; the last
 * writer has it. No clock is compared between tabs, and no lock of the browser is needed (plain http has none).
 */
export function sessionClaims(
  storage: Storage,
  key: string,
  tab: string,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Claims {
  const claimKey = `${key}:claim`;
  const release = () => {
    if (storage.get(claimKey) === tab) storage.remove(claimKey);
  };
  return {
    async claim() {
      let foreign: string | null = null;
      let unchanged = 0;
      for (;;) {
        const secret = storage.get(key);
        if (secret !== null) {
          release();
          return secret;
        }
        const holder = storage.get(claimKey);
        if (holder === null || holder === tab || unchanged >= ABANDONED) {
          storage.set(claimKey, tab);
          await wait(SETTLE);
          if (storage.get(key) === null && storage.get(claimKey) === tab) return null;
          unchanged = 0;
          continue;
        }
        unchanged = holder === foreign ? unchanged + LOOK_AGAIN : 0;
        foreign = holder;
        await wait(LOOK_AGAIN);
      }
    },
    keep(secret) {
      const first = storage.get(key);
      if (first === null) storage.set(key, secret);
      release();
      return storage.get(key) ?? secret;
    },
    release,
  };
}
