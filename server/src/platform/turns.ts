/** Work that takes turns: of one key, each piece begins when the one before it has ended, however that ended. */
export type Turns<Key = string> = <Result>(key: Key, work: () => Promise<Result>) => Promise<Result>;

/** Turns by key; a key without work is not remembered. */
export function takeTurns<Key = string>(): Turns<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key);
    const mine = before ? before.then(work, work) : work();
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}
