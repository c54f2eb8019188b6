import type { Invitation, QueueDetails, Timeslot, UserDetails } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, type Answer, startAdministration } from '../../test/administration.ts';
import { type Mailbox, startMailbox } from '../../test/mailbox.ts';
import { workingTime } from '../../test/timeslots.ts';
import { newId } from '../platform/clock.ts';

let given: Administration;
let mailbox: Mailbox;
let withMail: Administration;
beforeAll(async () => {
  mailbox = await startMailbox();
  [given, withMail] = await Promise.all([
    startAdministration(),
    startAdministration({ PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Parley <parley@parley.example>' }),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([given.close(), withMail.close()]);
  await mailbox.close();
});

const asks = {
  queues: (name: string, clientQueueId: string) => ({ name, clientQueueId, members: [] }),
  timeslots: (name: string, clientTimeslotId: string) => ({ name, clientTimeslotId, workingTime: workingTime() }),
};
const kinds = { queues: 'QUEUE_CREATED', timeslots: 'TIMESLOT_CREATED' } as const;

describe.each(['queues', 'timeslots'] as const)('%s', (what) => {
  const ask = (name: string, id: string, token = given.ana.token): Promise<Answer<QueueDetails | Timeslot>> =>
    given.call(token, 'POST', `/accounts/${given.account.accountId}/${what}`, asks[what](name, id));

  it('are made once for one id of their maker, also when it is asked twice at once, and told once in the trail', async () => {
    const id = newId();
    const [first, again] = await Promise.all([ask('Returns', id), ask('Returns', id)]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await ask('Returns', id)).body).toEqual(first.body);
    expect((await given.trail(kinds[what])).filter(({ entity }) => entity.name === 'Returns')).toHaveLength(1);
  });

  it('are refused under an id that stands for another one or is somebody else’s; a name is taken as before', async () => {
    const id = newId();
    await ask('Repairs', id);
    expect(await ask('Repairs and returns', id)).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect(await ask('Repairs', id, given.superToken)).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect(await ask('Repairs', newId())).toMatchObject({
      status: 409,
      key: what === 'queues' ? 'QUEUE_NAME_TAKEN' : 'TIMESLOT_NAME_TAKEN',
    });
    // What was refused has not used up its id.
    const later = newId();
    expect((await ask('Repairs', later)).status).toBe(409);
    expect(await ask('Warranty', later)).toMatchObject({ status: 200, body: { name: 'Warranty' } });
  });
});

describe('people', () => {
  type Added = { user: UserDetails; invitation: Invitation };
  const add = (to: Administration, firstName: string, clientUserId: string, more: object = {}) =>
    to.call<Added>(to.ana.token, 'POST', `/accounts/${to.account.accountId}/people`, {
      firstName,
      email: `${firstName.toLowerCase()}@lumen.example`,
      role: 'agent',
      unifyApiKey: 'a key that nobody else knows',
      clientUserId,
      ...more,
    });
  const opens = async (link: string | null) => (await fetch(link ?? '', { redirect: 'manual' })).status;

  it('are added once for one id, and a link that was lost with its answer is made anew', async () => {
    const id = newId();
    const [first, again] = await Promise.all([add(given, 'Iva', id), add(given, 'Iva', id)]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.user).toEqual(first.body.user);
    const { invitation } = (await add(given, 'Iva', id)).body;
    expect(await opens(invitation.link)).toBe(200);
    expect(await opens(first.body.invitation.link)).not.toBe(200);
    expect((await given.trail('USER_CREATED')).filter(({ entity }) => entity.name === 'Iva')).toHaveLength(1);
    expect(await add(given, 'Iva', id, { jobTitle: 'Care' })).toMatchObject({ status: 409, key: 'CREATION_ID_USED' });
    expect(await add(given, 'Iva', newId())).toMatchObject({ status: 409, key: 'USER_EMAIL_TAKEN' });
  });

  it('get one letter, however often they are asked for', async () => {
    const id = newId();
    const first = await add(withMail, 'Boyan', id);
    expect(first.body.invitation).toEqual({ mailed: true, link: null });
    expect((await add(withMail, 'Boyan', id)).body).toEqual(first.body);
    await add(withMail, 'Last', newId());
    await mailbox.letterTo('last@lumen.example');
    expect(mailbox.letters.filter(({ to }) => to.includes('boyan@lumen.example'))).toHaveLength(1);
  });
});
