import type { SharedBus } from './bus.ts';
import type { Log } from './log.ts';
import { type NatsSettings, openNatsBus } from './nats-bus.ts';
import { rateShares } from './rate-shares.ts';
import { deriveKey } from './secret.ts';
import type { Sockets } from './sockets.ts';

/** Everybody comes anew within this time, each at a moment of their own. */
const ANEW_WITHIN = 5000;
/** And no more often than once in this time, however often something is missed. */
const ANEW_EVERY = 30_000;

/** What makes one of several server processes of this one. */
export interface OtherProcesses {
  bus: SharedBus;
  /** When something of the others was missed, the sockets of this process come anew and catch up. */
  bringAnew(sockets: Pick<Sockets, 'comeAnew'>): void;
  stop(): Promise<void>;
}

/** Opens the bus to the other processes of the installation that this secret is of, and shares its limits with them. */
export function connectProcesses(nats: Omit<NatsSettings, 'subject'>, secret: string, log: Log): OtherProcesses {
  const subject = `parley.${deriveKey(secret, 'bus:subject').toString('hex').slice(0, 32)}`;
  const bus = openNatsBus({ ...nats, subject }, log);
  const stopSharing = rateShares.connect(bus);
  let resting: NodeJS.Timeout | undefined;
  return {
    bus,
    bringAnew(sockets) {
      const anew = () => {
        log.warn('something that another process published was missed: open pages come anew');
        sockets.comeAnew(ANEW_WITHIN);
      };
      const missed = atMostOnceIn(ANEW_EVERY, anew, (timer) => {
        resting = timer;
      });
      bus.onMissed(missed);
    },
    async stop() {
      clearTimeout(resting);
      stopSharing();
      await bus.stop();
    },
  };
}

/** Does it at once; what is wished within the time after that is done once, at its end. */
function atMostOnceIn(ms: number, work: () => void, rests: (timer: NodeJS.Timeout) => void): () => void {
  let isResting = false;
  let isWished = false;
  const wish = () => {
    isWished = isResting;
    if (isResting) return;
    isResting = true;
    work();
    const timer = setTimeout(() => {
      isResting = false;
      if (isWished) wish();
    }, ms);
    timer.unref();
    rests(timer);
  };
  return wish;
}
