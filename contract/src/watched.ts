import type { MonitoredState, MonitoredStates, MonitoredUser, MonitoredUsers, Monitoring } from './entities/monitoring.ts';

/** What a client holds of the people whose work it watches: of each the newest that it was told, and when that was read. */
export interface Watched {
  readonly users: ReadonlyMap<string, { readonly readAt: number; readonly user: MonitoredUser }>;
  readonly states: ReadonlyMap<string, { readonly readAt: number; readonly state: MonitoredState }>;
}

/** Nothing yet: frames that come before the snapshot are kept, and it does not put back what they told. */
export const NOBODY_WATCHED: Watched = { users: new Map(), states: new Map() };

/** With what MonitoringUsersUpdated tells. */
export function withWatchedUsers(watched: Watched, { readAt, users }: MonitoredUsers): Watched {
  const all = new Map(watched.users);
  for (const user of users) if ((all.get(user.id)?.readAt ?? -1) <= readAt) all.set(user.id, { readAt, user });
  return { ...watched, users: all };
}

/** With what MonitoringUserStatesUpdated tells. */
export function withWatchedStates(watched: Watched, { readAt, states }: MonitoredStates): Watched {
  const all = new Map(watched.states);
  for (const state of states) if ((all.get(state.userId)?.readAt ?? -1) <= readAt) all.set(state.userId, { readAt, state });
  return { ...watched, states: all };
}

/** With a snapshot: whoever is not in it, and of whom nothing newer was told, is watched no more. */
export function withSnapshot(watched: Watched, { readAt, users, states }: Monitoring): Watched {
  const newer = <Held extends { readAt: number }>(held: ReadonlyMap<string, Held>) =>
    new Map([...held].filter(([, one]) => one.readAt > readAt));
  const left = { users: newer(watched.users), states: newer(watched.states) };
  return withWatchedStates(withWatchedUsers(left, { readAt, users }), { readAt, states });
}

/** Who is watched and how they work, by their ids: those who are active, each with the newest that is known. */
export function watchedPeople({ users, states }: Watched): ReadonlyArray<{ user: MonitoredUser; state: MonitoredState | null }> {
  return [...users.values()]
    .filter(({ user }) => user.active)
    .map(({ user }) => ({ user, state: states.get(user.id)?.state ?? null }))
    .toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1));
}
