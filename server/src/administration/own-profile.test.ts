import { type CurrentUser, defaultCustomerPanel, defaultNotices } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openSocket, replacing, startAdministration } from '../../test/administration.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

const changeMe = (token: string, fields: Record<string, unknown>) =>
  given.call<CurrentUser>(token, 'PATCH', '/users/me', replacing(fields));

describe('one’s own profile', () => {
  it('changes at once, colleagues hear of it, and the trail keeps how it was', async () => {
    const mila = await given.person('Mila');
    const socket = await openSocket(given.app.origin, given.ana.token);
    const fields = { firstName: ' Милена ', lastName: 'Стоева', jobTitle: 'Returns', locale: 'bg', timezone: 'Europe/Sofia' };
    const { status, body } = await changeMe(mila.token, fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...fields, firstName: 'Милена', id: mila.actor.userId, role: 'agent' });
    const colleague = { id: mila.actor.userId, firstName: 'Милена', lastName: 'Стоева', jobTitle: 'Returns' };
    await expect
      .poll(() => socket.frames.filter(({ type }) => type === 'Colleague').map(({ payload }) => payload))
      .toEqual([expect.objectContaining(colleague)]);
    expect((await given.call(mila.token, 'GET', '/users/me')).body).toEqual(body);
    expect((await given.trail('USER_CHANGED'))[0]).toMatchObject({
      actor: { id: mila.actor.userId },
      before: { firstName: 'Mila' },
      after: { firstName: 'Милена', timezone: 'Europe/Sofia' },
    });
  });

  it('gives nobody another role, address or activity, and no name without a letter', async () => {
    const nikola = await given.person('Nikola');
    for (const fields of [{ role: 'admin' }, { email: 'other@lumen.example' }, { status: 'inactive' }, { firstName: ' \u200b ' }]) {
      expect(await changeMe(nikola.token, fields)).toMatchObject({ status: 400, key: 'ERROR_VALIDATION' });
    }
    expect((await given.call(nikola.token, 'GET', '/users/me')).body).toMatchObject({ firstName: 'Nikola', role: 'agent' });
  });

  it('is a super admin’s too, who has no job title', async () => {
    const { body } = await changeMe(given.superToken, { firstName: 'Stefania', timezone: 'Europe/Berlin' });
    expect(body).toMatchObject({ id: given.superUserId, firstName: 'Stefania', timezone: 'Europe/Berlin', accountId: null });
    expect(await changeMe(given.superToken, { jobTitle: 'Chief' })).toMatchObject({ status: 403, key: 'ERROR_FORBIDDEN' });
  });

  it('keeps how somebody works for that person alone, and tells their other screens', async () => {
    const [olga, petra] = [await given.person('Olga'), await given.person('Petra')];
    const settingsOf = async (token: string) => (await given.call<CurrentUser>(token, 'GET', '/users/me')).body.settings;
    const untouched = { enterSends: true, notices: defaultNotices, customerPanel: defaultCustomerPanel };
    expect(await settingsOf(olga.token)).toEqual(untouched);
    const [olgas, petras] = [await openSocket(given.app.origin, olga.token), await openSocket(given.app.origin, petra.token)];
    const chosen = {
      enterSends: false,
      notices: { ...defaultNotices, WAITING: { desktop: true, sound: 'BELL' } },
      customerPanel: { order: ['PAST', 'NOTES'], folded: ['CHANNELS'] },
    };
    const change = { ...chosen, customerPanel: { order: ['PAST', 'NOTES'], folded: { CHANNELS: true } } };
    expect((await given.call(olga.token, 'PATCH', '/users/me/settings', change)).body).toEqual(chosen);
    await expect.poll(() => settingsOf(olga.token)).toEqual(chosen);
    const heard = ({ frames }: typeof olgas) => frames.filter(({ type }) => type === 'OwnSettings').map(({ payload }) => payload);
    await expect.poll(() => heard(olgas)).toEqual([chosen]);
    expect(heard(petras)).toEqual([]);
    expect(await settingsOf(petra.token)).toEqual(untouched);
  });

  it('changes of how somebody works what they touched alone, also from two pages at once', async () => {
    const sava = await given.person('Sava');
    const change = (body: unknown) => given.call(sava.token, 'PATCH', '/users/me/settings', body);
    await Promise.all([
      change({ enterSends: false }),
      change({ notices: { WAITING: { desktop: true } } }),
      change({ notices: { WAITING: { sound: 'KNOCK' } } }),
      change({ notices: { MESSAGE: { sound: 'NONE' } } }),
      change({ customerPanel: { folded: { PAST: true } } }),
      change({ customerPanel: { folded: { NOTES: true } } }),
      change({ customerPanel: { order: ['PAGES'] } }),
    ]);
    const expected = {
      enterSends: false,
      notices: { ...defaultNotices, WAITING: { desktop: true, sound: 'KNOCK' }, MESSAGE: { desktop: true, sound: 'NONE' } },
      customerPanel: { order: ['PAGES'], folded: ['NOTES', 'PAST'] },
    };
    expect((await change({})).body).toEqual(expected);
    for (const spoilt of [
      { notices: { WAITING: { sound: 'HORN' } } },
      { customerPanel: { order: ['PAST', 'PAST'] } },
      { customerPanel: { order: ['WEATHER'] } },
      { customerPanel: { folded: { PAST: 'yes' } } },
    ])
      expect(await change(spoilt)).toMatchObject({ status: 400, key: 'ERROR_VALIDATION' });
    const opened = { ...expected, customerPanel: { order: [], folded: ['PAST'] } };
    expect((await change({ customerPanel: { order: [], folded: { NOTES: false } } })).body).toEqual(opened);
    await expect.poll(async () => (await given.call<CurrentUser>(sava.token, 'GET', '/users/me')).body.settings).toEqual(opened);
  });
});
