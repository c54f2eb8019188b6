/** Whose turn it is. */
export interface Place {
  group: string;
  owner: string;
}

/**
 * Does work when its turn comes, one piece at a time. Groups take turns, and within a group its owners, so that whoever brings much
 * waits longest. Resolves to what the work resolves to.
 */
export type FairLine = <Result>(place: Place, work: () => Promise<Result>) => Promise<Result>;

type Work = () => Promise<void>;
/** Keys in the order in which they are served next: whoever was served goes to the end. */
type Rota<Value> = Map<string, Value>;

export function fairLine(): FairLine {
  const groups: Rota<Rota<Work[]>> = new Map();
  let busy = false;

  function next(): Work | undefined {
    const [group] = groups;
    if (group === undefined) return undefined;
    const [name, owners] = group;
    const [owner] = owners as Rota<Work[]>;
    if (owner === undefined) throw new Error('a group without anybody in it');
    const [who, waiting] = owner;
    const work = waiting.shift();
    owners.delete(who);
    if (waiting.length > 0) owners.set(who, waiting);
    groups.delete(name);
    if (owners.size > 0) groups.set(name, owners);
    return work;
  }

  async function serve(): Promise<void> {
    busy = true;
    for (let work = next(); work !== undefined; work = next()) await work();
    busy = false;
  }

  return ({ group, owner }, work) =>
    new Promise((resolve, reject) => {
      const owners = groups.get(group) ?? new Map<string, Work[]>();
      const mine = owners.get(owner) ?? [];
      mine.push(() => work().then(resolve, reject));
      owners.set(owner, mine);
      groups.set(group, owners);
      if (!busy) void serve();
    });
}
