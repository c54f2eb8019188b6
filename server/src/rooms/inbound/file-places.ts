import { MOST_AT_ONCE } from '../delivery/pace.ts';

/** Files under way at once, each a connection to a provider and a file on the disk. */
export const FILE_PLACES = 32;
/** So many of them go only to accounts that have none under way, one each: whoever's providers hang leaves these to everybody else. */
const KEPT_FREE = 8;
const MOST_OF_ACCOUNT = 16;

interface Owner {
  account_id: string;
  channel_application_id: string;
}

/** What may be claimed now: of whom, and how much. */
export interface Turn {
  limit: number;
  ofApplication: number;
  ofAccount: number;
  applications: ReadonlyMap<string, number>;
  accounts: ReadonlyMap<string, number>;
}

/** Whose files are under way in this process, and whose may come next. */
export interface FilePlaces {
  turn(free: number): Turn;
  begin(owner: Owner): void;
  /** @param silent the provider has not said a word: it gets one place at a time until it answers again */
  end(owner: Owner, silent: boolean): void;
}

export function createFilePlaces(): FilePlaces {
  const applications = new Map<string, number>();
  const accounts = new Map<string, number>();
  const silent = new Set<string>();
  const add = (counts: Map<string, number>, id: string, more: number) => {
    const count = (counts.get(id) ?? 0) + more;
    if (count > 0) counts.set(id, count);
    else counts.delete(id);
  };

  return {
    turn(free) {
      const counted = new Map(applications);
      for (const id of silent) counted.set(id, (applications.get(id) ?? 0) + MOST_AT_ONCE - 1);
      const usual = free > KEPT_FREE;
      return {
        limit: usual ? free - KEPT_FREE : free,
        ofApplication: MOST_AT_ONCE,
        ofAccount: usual ? MOST_OF_ACCOUNT : 1,
        applications: counted,
        accounts,
      };
    },
    begin({ account_id, channel_application_id }) {
      add(applications, channel_application_id, 1);
      add(accounts, account_id, 1);
    },
    end({ account_id, channel_application_id }, isSilent) {
      add(applications, channel_application_id, -1);
      add(accounts, account_id, -1);
      if (isSilent) silent.add(channel_application_id);
      else silent.delete(channel_application_id);
    },
  };
}
