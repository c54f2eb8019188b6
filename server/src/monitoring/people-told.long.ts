import {
  type MonitoredUsers,
  type Monitoring,
  NOBODY_WATCHED,
  watchedPeople,
  withSnapshot,
  withWatchedStates,
  withWatchedUsers,
} from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { AgentConnection } from '../../test/app.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

it('are told to those who watch: added, renamed, moved among queues, and gone', async () => {
  const { accountId, queueId } = given.account;
  const base = `/accounts/${accountId}`;
  const { token } = given.ana;
  const dora = await given.person('Dora');
  const [lead, agent] = [await AgentConnection.open(given.app.origin, token), await AgentConnection.open(given.app.origin, dora.token)];
  const snapshot = async () => (await given.call<Monitoring>(token, 'GET', '/monitoring/users')).body;
  const old = await snapshot();
  expect(old.users.map(({ id }) => id)).toContain(dora.actor.userId);
  const held = () => {
    let watched = withSnapshot(NOBODY_WATCHED, old);
    for (const { type, payload } of lead.frames) {
      if (type === 'MonitoringUsersUpdated') watched = withWatchedUsers(watched, payload as MonitoredUsers);
      if (type === 'MonitoringUserStatesUpdated') watched = withWatchedStates(watched, payload);
    }
    return watchedPeople(watched);
  };
  const heldOf = (id: string) => held().find(({ user }) => user.id === id);

  const { user } = (
    await given.call<{ user: { id: string } }>(token, 'POST', `${base}/people`, {
      firstName: 'Iva',
      email: 'iva@lumen.example',
      role: 'agent',
    })
  ).body;
  await expect
    .poll(() => heldOf(user.id), { timeout: 5000 })
    .toMatchObject({
      user: { firstName: 'Iva', active: true, queueIds: [queueId] },
      state: { chatStatus: 'offline', since: null, isThere: false, inHand: 0 },
    });
  await given.call(token, 'PATCH', `${base}/people/${user.id}`, replacing({ firstName: 'Ivana' }));
  await expect.poll(() => heldOf(user.id)?.user.firstName, { timeout: 5000 }).toBe('Ivana');
  const members = [{ userId: user.id, skill: 5, jobTitle: 'Agent' }];
  const queue = (await given.call<{ id: string }>(token, 'POST', `${base}/queues`, { name: 'Orders', members })).body;
  await expect.poll(() => heldOf(user.id)?.user.queueIds.toSorted(), { timeout: 5000 }).toEqual([queueId, queue.id].toSorted());
  await given.call(token, 'PATCH', `${base}/queues/${queue.id}`, replacing({ members: [] }));
  await expect.poll(() => heldOf(user.id)?.user.queueIds, { timeout: 5000 }).toEqual([queueId]);
  await given.call(token, 'PATCH', `${base}/people/${user.id}`, replacing({ status: 'inactive' }));
  await expect.poll(() => heldOf(user.id), { timeout: 5000 }).toBeUndefined();
  expect(held()).toEqual(watchedPeople(withSnapshot(NOBODY_WATCHED, await snapshot())));
  expect(agent.frames.filter(({ type }) => type.startsWith('Monitoring'))).toEqual([]);
  for (const one of [lead, agent]) one.close();
}, 40_000);
