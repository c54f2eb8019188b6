import { colleaguesChanged } from '../administration/index.ts';
import type { Bus } from '../platform/bus.ts';
import { afterCommit, type Database, type Tx } from '../platform/database.ts';
import { encodeFrame, type Hub, type Socket } from '../platform/hub.ts';
import type { Log } from '../platform/log.ts';
import { handsChanged, subject } from '../rooms/index.ts';
import { readStates, readUsers } from './reading.ts';

/** What happens together is told together, so that an account of hundreds makes one frame a second at most of each kind. */
const GATHER_MS = 1000;
/**
 * So often everything is looked at again, in each account that somebody here watches: what no message tells (what ends by its time, a server that was
 * killed, a message between servers that was lost) is told then.
 */
const LOOK_AGAIN_MS = 30_000;

interface MonitoringDeps {
  db: Database;
  hub: Hub;
  bus: Bus;
  log: Log;
}

/** What goes over the bus: of these people something is another now. */
interface Changed {
  accountId: string;
  userIds: readonly string[];
  what: 'USERS' | 'STATES';
}

/** What was told last of each person, as text; empty: whether that is what those who watch hold is not known. */
type ToldOf = Map<string, string>;

/** Of an account whose people somebody here watches: what is still to be told, what was told last, and to whom. */
interface Watch {
  users: Set<string>;
  states: Set<string>;
  told: { users: ToldOf; states: ToldOf };
  sockets: WeakSet<Socket>;
  telling: Promise<void> | null;
}

const newWatch = (): Watch => ({
  users: new Set(),
  states: new Set(),
  told: { users: new Map(), states: new Map() },
  sockets: new WeakSet(),
  telling: null,
});

const everyAccount = subject.monitors('');

/**
 * Tells those who watch an account's people (`monitoring.watch`) who these are, and how they work, as it changes: MonitoringUsersUpdated and
 * MonitoringUserStatesUpdated (communications, section 7). Each server reads for the sockets that are open here, and where nobody watches
 * nothing is read.
 *
 * @param every milliseconds that are gathered, and after which everything is looked at again
 */
export function tellMonitoring(
  { db, hub, bus, log }: MonitoringDeps,
  every = { gather: GATHER_MS, lookAgain: LOOK_AGAIN_MS },
): { stop(): Promise<void> } {
  const watches = new Map<string, Watch>();
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const publish = (tx: Tx, what: Changed['what'], changed: ReadonlyArray<{ accountId: string; userId: string }>) => {
    for (const [accountId, those] of Map.groupBy(changed, (one) => one.accountId)) {
      const userIds = [...new Set(those.map(({ userId }) => userId))];
      afterCommit(tx, () => bus.publish('monitoring', { accountId, userIds, what } satisfies Changed));
    }
  };
  db.on(handsChanged, async (tx, changed) => publish(tx, 'STATES', changed));
  db.on(colleaguesChanged, async (tx, changed) => publish(tx, 'USERS', changed));

  const isWatched = (accountId: string): boolean => {
    for (const _socket of hub.socketsOf(subject.monitors(accountId))) return true;
    return false;
  };

  function watchOf(accountId: string): Watch {
    const watch = watches.get(accountId) ?? newWatch();
    watches.set(accountId, watch);
    return watch;
  }

  function note({ accountId, userIds, what }: Changed): void {
    if (!isWatched(accountId)) {
      watches.delete(accountId);
      return;
    }
    const watch = watchOf(accountId);
    for (const id of userIds) (what === 'USERS' ? watch.users : watch.states).add(id);
    gathering ??= setTimeout(tellAll, every.gather);
  }

  const write = (accountId: string, type: 'MonitoringUsersUpdated' | 'MonitoringUserStatesUpdated', payload: unknown) => {
    const text = encodeFrame(type, payload);
    for (const socket of hub.socketsOf(subject.monitors(accountId))) socket.write(text);
  };

  /** Which of these are another than they were told. Of whoever was named all are: those who came since know nothing of them. */
  function news<One>(told: ToldOf, all: readonly One[], idOf: (one: One) => string, isNamed: boolean): One[] {
    const found = all.filter((one) => isNamed || told.get(idOf(one)) !== JSON.stringify(one));
    for (const one of found) told.set(idOf(one), JSON.stringify(one));
    return found;
  }

  /** @param userIds null: of everybody who is active whatever is another than it was told. @returns of whom it was read */
  async function tellUsers(accountId: string, { told }: Watch, userIds: readonly string[] | null): Promise<Set<string>> {
    const { readAt, users } = await readUsers(db.reader(accountId), userIds);
    const found = news(told.users, users, ({ id }) => id, userIds !== null);
    for (const { id, active } of found) if (!active) told.users.delete(id);
    if (found.length > 0) write(accountId, 'MonitoringUsersUpdated', { readAt, users: found });
    return new Set(users.map(({ id }) => id));
  }

  /** @param userIds null: of everybody whatever is another than it was told */
  async function tellStates(accountId: string, { told }: Watch, userIds: readonly string[] | null): Promise<void> {
    const { readAt, states } = await readStates(db.reader(accountId), userIds);
    const found = news(told.states, states, ({ userId }) => userId, userIds !== null);
    if (found.length > 0) write(accountId, 'MonitoringUserStatesUpdated', { readAt, states: found });
  }

  /** Tells what no message told. Whoever has come since the last look holds what they have read, which may be another thing than was told. */
  async function tellWhatWasMissed(accountId: string, watch: Watch): Promise<void> {
    const { told, sockets } = watch;
    const fresh = [...hub.socketsOf(subject.monitors(accountId))].filter((socket) => !sockets.has(socket));
    for (const socket of fresh) sockets.add(socket);
    if (fresh.length > 0) for (const each of [told.users, told.states]) for (const id of each.keys()) each.set(id, '');
    const active = await tellUsers(accountId, watch, null);
    const gone = [...told.users.keys()].filter((id) => !active.has(id));
    if (gone.length > 0) await tellUsers(accountId, watch, gone);
    await tellStates(accountId, watch, null);
  }

  async function tell(accountId: string, watch: Watch): Promise<void> {
    const [users, states] = [[...watch.users], [...watch.states]];
    watch.users.clear();
    watch.states.clear();
    if (users.length > 0) await tellUsers(accountId, watch, users);
    // Somebody who is watched from now on begins with how they work.
    const both = [...new Set([...users, ...states])];
    if (both.length > 0) await tellStates(accountId, watch, both);
  }

  /** Of one account one after the other, so that nothing that was read earlier is told later. */
  function inTurn(accountId: string, watch: Watch, work: () => Promise<void>): void {
    const before = watch.telling ?? Promise.resolve();
    const telling: Promise<void> = before
      .then(work)
      .catch((error: unknown) => log.warn({ err: error, accountId }, 'those who watch could not be told how people work'))
      .finally(() => {
        if (watch.telling === telling) watch.telling = null;
      });
    watch.telling = telling;
  }

  function tellAll(): void {
    gathering = undefined;
    for (const [accountId, watch] of watches)
      if (watch.users.size + watch.states.size > 0) inTurn(accountId, watch, () => tell(accountId, watch));
  }

  const lookAgain = setInterval(() => {
    for (const accountId of watches.keys()) if (!isWatched(accountId)) watches.delete(accountId);
    for (const joined of hub.joinedOf(everyAccount)) {
      const accountId = joined.slice(everyAccount.length);
      const watch = watchOf(accountId);
      inTurn(accountId, watch, () => tellWhatWasMissed(accountId, watch));
    }
  }, every.lookAgain);
  lookAgain.unref();

  bus.subscribe('monitoring', note);
  bus.subscribe('presence', ({ accountId, userId }: { accountId: string; userId: string }) =>
    note({ accountId, userIds: [userId], what: 'STATES' }),
  );
  return {
    async stop() {
      clearTimeout(gathering);
      clearInterval(lookAgain);
      await Promise.all([...watches.values()].map(({ telling }) => telling));
    },
  };
}
