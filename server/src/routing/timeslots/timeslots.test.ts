import type { AuditEntry, ErrorBody, Timeslot } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../../test/administration.ts';
import { givenAccount } from '../../../test/people.ts';
import { workingTime } from '../../../test/timeslots.ts';
import { closedQueues, isQueueOpenNow } from '../index.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
  await given.app.database.db.inAccount(given.account.accountId, (tx) =>
    tx.updateTable('accounts').set({ timezone: 'Europe/Sofia' }).where('id', '=', given.account.accountId).execute(),
  );
}, 60_000);
afterAll(() => given.close());

type Page = { content: Timeslot[]; totalElements: number };
const path = (rest = '') => `/accounts/${given.account.accountId}/timeslots${rest}`;
const ask = <T = Timeslot>(method: string, rest = '', body?: unknown, token = given.ana.token) =>
  given.call<T>(token, method, path(rest), body);
const made = async (name: string, more: object = {}) => (await ask('POST', '', { name, workingTime: workingTime(), ...more })).body;
const setOnQueue = (timeslotId: string | null) =>
  given.app.database.db.inAccount(given.account.accountId, (tx) =>
    tx.updateTable('queues').set({ timeslot_id: timeslotId }).where('id', '=', given.account.queueId).execute(),
  );

describe('timeslots', () => {
  it('are made in the zone of the account with what was not said, changed field by field, and told of in the trail', async () => {
    const exceptions = [{ name: 'Christmas', from: '2026-12-24', to: '2026-12-26', yearly: true, spans: [] }];
    const week = {
      ...workingTime().week,
      friday: [
        { from: '22:00', to: '04:00' },
        { from: '09:00', to: '12:30' },
      ],
    };
    const slot = await made('Office', { workingTime: { ...workingTime(), week, lunch: { from: '12:00', to: '12:45' } }, exceptions });
    expect(slot).toMatchObject({ name: 'Office', description: '', priority: 50, timezone: 'Europe/Sofia', exceptions, usedBy: [] });
    // In their order, in whichever they were written.
    expect(slot.workingTime.week.friday.map(({ from }) => from)).toEqual(['09:00', '22:00']);
    const changed = await ask('PATCH', `/${slot.id}`, replacing({ priority: 3, timezone: 'America/St_Johns', exceptions: [] }));
    expect(changed.body).toMatchObject({
      name: 'Office',
      priority: 3,
      timezone: 'America/St_Johns',
      exceptions: [],
      workingTime: slot.workingTime,
    });
    expect((await ask('GET', `/${slot.id}`)).body).toEqual(changed.body);
    expect((await ask('DELETE', `/${slot.id}`)).status).toBe(200);
    expect(await ask('GET', `/${slot.id}`)).toMatchObject({ status: 404, key: 'TIMESLOT_NOT_FOUND' });
    const trail: AuditEntry[] = [];
    for (const kind of ['TIMESLOT_CREATED', 'TIMESLOT_CHANGED', 'TIMESLOT_DELETED'] as const) trail.push(...(await given.trail(kind)));
    expect(trail.map(({ actor, entity, before, after }) => [actor?.name, entity.name, before.priority, after.priority])).toEqual([
      ['Ana Test', 'Office', undefined, undefined],
      ['Ana Test', 'Office', 50, 3],
      ['Ana Test', 'Office', undefined, undefined],
    ]);
  });

  it('have names of their own, in any case of the letters, also when two are made at once', async () => {
    const first = await made('Нощна смяна');
    expect(await ask('POST', '', { name: 'НОЩНА смяна', workingTime: workingTime() })).toMatchObject({
      status: 409,
      key: 'TIMESLOT_NAME_TAKEN',
    });
    const other = await made('Day shift');
    expect((await ask('PATCH', `/${other.id}`, replacing({ name: 'нощна СМЯНА' }))).key).toBe('TIMESLOT_NAME_TAKEN');
    expect((await ask('PATCH', `/${first.id}`, replacing({ name: 'НОЩНА СМЯНА' }))).status).toBe(200);
    const both = await Promise.all([1, 2].map(() => ask('POST', '', { name: 'Weekend', workingTime: workingTime() })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are listed by priority and then by name, searched, and paged', async () => {
    for (const [name, priority] of [
      ['Zeta', 1],
      ['Beta', 90],
      ['Alpha', 90],
    ] as const)
      await made(`Listed ${name}`, { priority, description: 'For the list' });
    const { body } = await ask<Page>('GET', '?search=for+the+LIST');
    expect(body.content.map(({ name }) => name)).toEqual(['Listed Zeta', 'Listed Alpha', 'Listed Beta']);
    const second = await ask<Page>('GET', '?search=listed&sort=name,desc&size=2&page=1');
    expect([second.body.totalElements, second.body.content.map(({ name }) => name)]).toEqual([3, ['Listed Alpha']]);
  });

  it('are not deleted while a queue uses one: the answer says which', async () => {
    const slot = await made('In use');
    await setOnQueue(slot.id);
    const use = { kind: 'QUEUE', id: given.account.queueId, name: 'General' };
    expect((await ask('GET', `/${slot.id}`)).body.usedBy).toEqual([use]);
    const refused = await ask<ErrorBody>('DELETE', `/${slot.id}`);
    expect(refused).toMatchObject({ status: 409, key: 'TIMESLOT_IN_USE' });
    expect(refused.body.errors).toEqual([{ message: 'TIMESLOT_IN_USE', params: use }]);
    await setOnQueue(null);
    expect((await ask('DELETE', `/${slot.id}`)).status).toBe(200);
  });

  it.each([
    ['a span of no length', { workingTime: workingTime([{ from: '09:00', to: '09:00' }]) }, 'body.workingTime.week.monday.0'],
    [
      'spans that overlap',
      {
        workingTime: workingTime([
          { from: '09:00', to: '13:00' },
          { from: '12:00', to: '18:00' },
        ]),
      },
      'body.workingTime.week.monday',
    ],
    [
      'one past midnight before another',
      {
        workingTime: workingTime([
          { from: '08:00', to: '03:00' },
          { from: '22:00', to: '23:00' },
        ]),
      },
      'body.workingTime.week.monday',
    ],
    ['a time that no clock shows', { workingTime: workingTime([{ from: '9:00', to: '18:00' }]) }, 'body.workingTime.week.monday.0.from'],
    [
      'a day that there is not',
      { exceptions: [{ name: 'X', from: '2027-02-29', to: '2027-03-01', yearly: false, spans: [] }] },
      'body.exceptions.0.from',
    ],
    [
      'an end before the beginning',
      { exceptions: [{ name: 'X', from: '2027-03-02', to: '2027-03-01', yearly: false, spans: [] }] },
      'body.exceptions.0.to',
    ],
    [
      'more than a year every year',
      { exceptions: [{ name: 'X', from: '2027-03-02', to: '2028-03-02', yearly: true, spans: [] }] },
      'body.exceptions.0.to',
    ],
    ['an offset for a zone', { timezone: '+02:00' }, 'body.timezone'],
    ['a priority beyond the last', { priority: 101 }, 'body.priority'],
  ])('are refused with %s', async (_what, more, field) => {
    const refused = await ask<ErrorBody>('POST', '', { name: 'Refused', workingTime: workingTime(), ...more });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ params }) => params.field)).toContain(field);
  });

  it('do not exist for another account’s admin, and no queue can name another account’s', async () => {
    const other = await givenAccount(given.app.database.db, 'Orion');
    const slot = await made('Ours');
    const theirs = `/accounts/${other.accountId}/timeslots`;
    expect((await given.call(given.ana.token, 'GET', `${theirs}/${slot.id}`)).status).toBe(404);
    expect((await given.call(given.superToken, 'GET', `${theirs}/${slot.id}`)).key).toBe('TIMESLOT_NOT_FOUND');
    expect((await given.call(given.superToken, 'DELETE', path(`/${slot.id}`))).status).toBe(200);
    const foreign = (await given.call<Timeslot>(given.superToken, 'POST', theirs, { name: 'Theirs', workingTime: workingTime() })).body;
    await expect(setOnQueue(foreign.id)).rejects.toThrow(/foreign key/);
  });
});

describe('the hours of a queue', () => {
  const reader = () => given.app.database.db.reader(given.account.accountId);
  const hours = (now: string) => isQueueOpenNow(reader(), given.account.queueId, Date.parse(now));

  it('are those of its timeslot, and without one it is open always', async () => {
    expect(await hours('2026-12-06T02:00Z')).toEqual({ isOpen: true, opensAt: null });
    const slot = await made('Queue hours', { timezone: 'Europe/Sofia' });
    await setOnQueue(slot.id);
    expect(await hours('2026-12-06T08:00Z')).toEqual({ isOpen: true, opensAt: null });
    expect(await hours('2026-12-06T16:00Z')).toEqual({ isOpen: false, opensAt: Date.parse('2026-12-07T07:00Z') });
    const closed = async (now: string) => [...(await closedQueues(reader(), Date.parse(now))).keys()];
    expect(await closed('2026-12-06T16:00Z')).toEqual([given.account.queueId]);
    expect(await closed('2026-12-06T15:59Z')).toEqual([]);
    await setOnQueue(null);
  });
});
