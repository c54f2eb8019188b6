/** Messages between the server processes of one installation; in one process they are handed over directly. */
export interface Bus {
  publish(topic: Topic, message: unknown): void;
  subscribe(topic: Topic, handler: (message: never) => void): void;
  /** Rejects when the other processes cannot be spoken to. */
  check(): Promise<void>;
}

/** frames: an encoded frame and who may get it. waiting: an account whose waiting conversations may be given out. people: somebody's role, queues or activity changed. presence: somebody came, went, or is another for colleagues to see. monitoring: what some people hold, or who they are, is another for those who watch their work. sessions: sign-ins that were ended. */
export type Topic = 'frames' | 'waiting' | 'people' | 'presence' | 'monitoring' | 'sessions';

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
