import { expect, test } from '@playwright/test';
import { newId } from '../server/src/platform/clock.ts';
import type { Reader } from '../server/src/platform/database.ts';
import { demoDatabase, nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
const DORA = 'dora@lumenhome.example';
const EMIL = 'emil@lumenhome.example';
const [FIRST, SECOND] = ['First line', 'Second line'];
const [first, second] = [newId(), newId()];

async function inDatabase<T>(work: (on: Reader) => Promise<T>): Promise<T> {
  const db = demoDatabase();
  try {
    return await work(db.outsideReader());
  } finally {
    await db.close();
  }
}

/** Which queue is the default one from now on. */
const makeDefault = (name: string) =>
  inDatabase(async (on) => {
    const queues = on.updateTable('queues').where('account_id', '=', LUMEN);
    await queues.set({ is_default: false }).where('is_default', '=', true).execute();
    await queues.set({ is_default: true }).where('name', '=', name).where('removed_at', 'is', null).execute();
  });

/** Until when somebody wraps up, and is given nothing. */
const wrapsUp = (email: string, until: string | null) =>
  inDatabase(async (on) => {
    const { id } = await on.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await on.updateTable('user_presence').set({ wrap_up_until: until }).where('user_id', '=', id).execute();
  });

test.beforeAll(async () => {
  await nobodyIsReady();
  await inDatabase(async (on) => {
    const queues = [
      { id: first, account_id: LUMEN, name: FIRST },
      { id: second, account_id: LUMEN, name: SECOND },
    ];
    await on.insertInto('queues').values(queues).execute();
    for (const [queue, email] of [
      [first, DORA],
      [second, EMIL],
    ] as const) {
      const { id: userId } = await on.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      await on.insertInto('queue_members').values({ account_id: LUMEN, queue_id: queue, user_id: userId }).execute();
    }
  });
  await makeDefault(FIRST);
});

test.afterAll(async () => {
  await wrapsUp(DORA, null);
  await makeDefault('Shop');
  await inDatabase(async (on) => {
    await on.deleteFrom('queue_members').where('queue_id', 'in', [first, second]).execute();
    await on.deleteFrom('waiting').where('queue_id', 'in', [first, second]).execute();
    const left = on.selectFrom('conversations').select('room_id').where('queue_id', 'in', [first, second]).where('state', '<>', 'RESOLVED');
    const rooms = (await left.execute()).map(({ room_id: id }) => id);
    const ended = { state: 'RESOLVED', resolved_at: new Date().toISOString(), waited_ms: null };
    await on.updateTable('conversations').set(ended).where('queue_id', 'in', [first, second]).where('state', '<>', 'RESOLVED').execute();
    if (rooms.length > 0) await on.updateTable('rooms').set({ state: 'RESOLVED' }).where('id', 'in', rooms).execute();
    const putAway = { removed_at: new Date().toISOString(), overflow_queue_id: null, timeslot_id: null };
    await on.updateTable('queues').set(putAway).where('id', 'in', [first, second]).execute();
  });
  await nobodyIsReady();
});

test(
  'who waits is told their place as it changes, and goes on into the next queue after too long, which its agent is told',
  SWEEP,
  async ({ page, browser }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signInAs(page, 'Ana Tsvetkova');
    await page.goto('/admin/queues');
    await page.getByRole('table', { name: 'Queues' }).getByRole('link', { name: FIRST }).click();
    await page.getByLabel('Overflows into').selectOption(SECOND);
    await page.getByRole('textbox', { name: 'After how many minutes' }).fill('0');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Number is below minimum of 1.')).toBeVisible();
    await page.getByRole('textbox', { name: 'After how many minutes' }).fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);

    const [one, other] = [await Visitor.open(browser), await Visitor.open(browser)];
    let look = () => {};
    const looked = new Promise<void>((go) => {
      look = go;
    });
    await one.page.route(/\/visitor\/waiting/, (route) => looked.then(() => route.continue()));
    await one.say('My lamp hums');
    const said = one.log().getByText('My lamp hums');
    // What is known before the first look, and in the place that the rest will take.
    await expect(one.log().getByText('Your message has arrived.', { exact: true })).toBeVisible();
    const place = await said.boundingBox();
    look();
    // Somebody of the queue who is at work, if wrapping up what was before: until then no answer is promised.
    await expect(one.log()).toContainText('Nobody is here just now. Your message has arrived');
    expect(await said.boundingBox()).toEqual(place);
    const dora = await AgentScreen.open(browser, 'Dora Ilieva');
    await wrapsUp(DORA, new Date(Date.now() + 600_000).toISOString());
    await dora.chooseStatus('Ready');
    await expect(one.log()).toContainText('You are next in line.', { timeout: 20_000 });
    await other.say('My lamp is gone');
    await expect(other.log()).toContainText('You are number 2 in line.');

    const emil = await AgentScreen.open(browser, 'Emil Stanchev');
    await emil.chooseStatus('Ready');
    // Three minutes go by for the first of them.
    await inDatabase(async (on) => {
      const waiting = on.selectFrom('waiting').select('conversation_id').where('queue_id', '=', first).orderBy('place');
      const { conversation_id: oldest } = await waiting.limit(1).executeTakeFirstOrThrow();
      const entered = new Date(Date.now() - 180_000).toISOString();
      await on.updateTable('waiting').set({ entered_at: entered }).where('conversation_id', '=', oldest).execute();
    });
    await emil.row('lamp hums').click();
    await expect(emil.composer()).toBeVisible();
    await expect(other.log()).toContainText('You are next in line.', { timeout: 20_000 });
    await expect(one.log()).not.toContainText('You are next in line.');
    const folded = emil.timeline().getByRole('button', { expanded: false }).filter({ hasText: 'queue' });
    if (await folded.isVisible()) await folded.click();
    await emil
      .timeline()
      .getByRole('button', { name: /^Why\?.*Second line/ })
      .click();
    await expect(emil.page.getByRole('dialog', { name: 'Why?' })).toContainText(
      `It had waited in ${FIRST} for as long as that queue allows`,
    );
    await emil.page.keyboard.press('Escape');
    await emil.resolve();
    await expect(emil.page.getByText(/^This conversation is resolved/)).toBeVisible();
    await Promise.all([one, other, dora, emil].map(({ page: its }) => its.context().close()));
  },
);

test('outside the hours the chat says when somebody is back, by the visitor’s own clock', SWEEP, async ({ browser }) => {
  await nobodyIsReady();
  // Open in three days alone, from nine by the clock of London.
  const day = new Date(Date.now() + 3 * 86_400_000);
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(day);
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const week = Object.fromEntries(names.map((name) => [name, name === weekday.toLowerCase() ? [{ from: '09:00', to: '17:00' }] : []]));
  const timeslotId = newId();
  await inDatabase(async (on) => {
    const workingTime = JSON.stringify({ always: false, week, lunch: null });
    const slot = { id: timeslotId, account_id: LUMEN, name: 'One day', name_normalized: 'one day', timezone: 'Etc/UTC' };
    await on
      .insertInto('timeslots')
      .values({ ...slot, working_time: workingTime })
      .execute();
    await on.updateTable('queues').set({ timeslot_id: timeslotId, overflow_queue_id: null }).where('id', '=', first).execute();
  });
  try {
    const visitor = await Visitor.open(browser);
    const opensAt = `${day.toISOString().slice(0, 10)}T09:00:00Z`;
    const words = await visitor.page.evaluate(
      (at) =>
        new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(
          new Date(at),
        ),
      opensAt,
    );
    await expect(visitor.log()).toContainText(`Somebody is here again on ${words}.`);
    await visitor.say('Are you there?');
    await expect(visitor.log()).toContainText(`somebody is back on ${words}.`);
    await expect(visitor.log()).not.toContainText('Somebody is here again');
    await visitor.page.context().close();
  } finally {
    await inDatabase(async (on) => {
      await on.updateTable('queues').set({ timeslot_id: null }).where('id', '=', first).execute();
      await on.deleteFrom('timeslots').where('id', '=', timeslotId).execute();
    });
  }
});

test('an admin says how long somebody may be away, and a super admin of any account', SWEEP, async ({ page, browser }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Absence' }).click();
  const minutes = page.getByRole('textbox', { name: 'Minutes until conversations go back' });
  await expect(minutes).toHaveValue('1440');
  await minutes.fill('1441');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(minutes).toHaveAccessibleDescription(/Number exceeds maximum of 1,?440/);
  await minutes.fill('15');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
  await page.goto('/admin/audit');
  await expect(page.getByText('Minutes until conversations of somebody who is gone go back').first()).toBeVisible();

  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  const above = await context.newPage();
  await signInAs(above, 'Stefan Asenov');
  await above.goto(`/super-admin/accounts/${LUMEN}/settings/absence`);
  const their = above.getByRole('textbox', { name: 'Minutes until conversations go back' });
  await expect(their).toHaveValue('15');
  await their.fill('1440');
  await above.keyboard.press('Control+s');
  await expect(above.getByText('Saved.', { exact: true }).first()).toBeVisible();
  await context.close();
});

test('an admin says how much of an agent a conversation takes, and sees what it means', SWEEP, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Capacity' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await expect(email).toHaveAccessibleDescription(/^10 at a time/);
  await email.fill('101');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(email).toHaveAccessibleDescription(/Number exceeds maximum of 100/);
  await email.fill('50');
  await expect(email).toHaveAccessibleDescription(/^2 at a time/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(email).toHaveValue('50');
  await page.goto('/admin/audit');
  await expect(page.getByText('Capacity taken: E-mail').first()).toBeVisible();
  await page.goto('/admin/capacity');
  await email.fill('10');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
});
