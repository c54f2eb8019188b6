/** Messages between the server processes of one installation; in one process they are handed over directly. */
export interface Bus {
  /** To every handler of the topic, in this process before it returns. What cannot reach the other processes is lost to them: see `SharedBus.onMissed`. */
  publish(topic: Topic, message: unknown): void;
  subscribe(topic: Topic, handler: (message: never) => void): void;
  /** Rejects when the other processes cannot be spoken to. */
  check(): Promise<void>;
}

/** A bus to other processes. */
export interface SharedBus extends Bus {
  /** Tells that something which another process published did not arrive here, or may not have. */
  onMissed(listener: () => void): void;
  /** What was published leaves, within a moment; then nothing is heard any more. */
  stop(): Promise<void>;
}

/**
 * frames: an encoded frame and who may get it. waiting: an account whose waiting conversations may be given out. people: somebody's role, queues
 * or activity changed. presence: somebody came, went, or is another for colleagues to see. monitoring: what some people
 * hold, or who they are, is another for those who watch their work. sessions: sign-ins that were ended. channels: what is set of an end, a service or a
 * carrier is another. rates: what was taken of limits that hold over all processes.
 */
export type Topic = 'frames' | 'waiting' | 'people' | 'presence' | 'monitoring' | 'sessions' | 'channels' | 'rates';

/**
 * What ends in a transaction is one process's work: whoever publishes it does it. Were all of them to hear of it, each would do the same once more.
 * Should the process die over it, the sweeps of the others find what is left (routing/give-out.ts).
 */
export const HERE_ALONE: ReadonlySet<Topic> = new Set<Topic>(['waiting']);

export function createLocalBus(): Bus {
  const handlers = new Map<Topic, Array<(message: never) => void>>();
  return {
    publish(topic, message) {
      for (const handler of handlers.get(topic) ?? []) handler(message as never);
    },
    subscribe(topic, handler) {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
    },
    // There are no others.
    check: async () => {},
  };
}
