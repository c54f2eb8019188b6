import { expect, test } from '@playwright/test';
import { demoDatabase, nobodyIsReady } from './demo-database.ts';
import { AgentScreen, productUrl, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// One conversation in which more and more is sent later, told in order.
test.describe.configure({ mode: 'serial', timeout: 60_000 });

/** Words that nobody else in the demo says. */
const mark = `later${Date.now().toString(36)}`;
let visitor: Visitor;
let dora: AgentScreen;
/** What the customer's page was told. */
const received: string[] = [];

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  await dora.chooseStatus('Ready');
  visitor = await Visitor.open(browser);
  visitor.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await visitor.page.reload();
  await visitor.openChat();
  await visitor.say(`Where is my lamp? ${mark}`);
  await dora.row(mark).click();
  await expect(dora.composer()).toBeVisible();
});

test.afterAll(async () => {
  await undoSeconds(0);
  await nobodyIsReady();
  for (const { page } of [visitor, dora]) await page.context().close();
});

const strip = ({ page }: AgentScreen) => page.getByRole('region', { name: 'Waiting to be sent' });
const one = (agent: AgentScreen, words: string) => strip(agent).getByRole('listitem').filter({ hasText: words });
const press = (agent: AgentScreen, words: string, name: string) => one(agent, words).getByRole('button', { name, exact: true }).click();
const attached = ({ page }: AgentScreen) => page.getByRole('list', { name: 'Attached files' });
const menuButton = ({ page }: AgentScreen) => page.getByRole('button', { name: 'Send later', exact: true });
const offer = ({ page }: AgentScreen) => page.locator('#toasts').getByRole('button', { name: 'Undo', exact: true });

async function ofDemo(work: (db: ReturnType<ReturnType<typeof demoDatabase>['outsideReader']>) => Promise<unknown>): Promise<void> {
  const db = demoDatabase();
  try {
    await work(db.outsideReader());
  } finally {
    await db.close();
  }
}
const undoSeconds = (undoSendSeconds: number) =>
  ofDemo((db) =>
    db
      .updateTable('accounts')
      .set(({ eb, ref }) => ({ settings: eb(ref('settings'), '||', eb.val(JSON.stringify({ undoSendSeconds }))) }))
      .execute(),
  );
/** The time of what says this has come. */
const comes = (words: string) => {
  const now = new Date().toISOString();
  return ofDemo((db) =>
    db
      .updateTable('scheduled_messages')
      .set({ send_at: now, due_at: now })
      .where('state', '=', 'WAITING')
      .where('text', 'like', `${words}%`)
      .execute(),
  );
};

/** How many of those that say this wait to be looked after by their author. */
async function unlooked(words: string): Promise<number> {
  let count = -1;
  await ofDemo(async (db) => {
    const rows = await db.selectFrom('scheduled_messages').select('id').where('text', '=', words).where('dismissed', '=', false).execute();
    count = rows.length;
  });
  return count;
}

async function later(words: string, name: RegExp): Promise<void> {
  await dora.composer().fill(words);
  await menuButton(dora).click();
  await dora.page.getByRole('menuitem', { name }).click();
  await expect(one(dora, words)).toBeVisible();
  await expect(dora.composer()).toHaveValue('');
}

test(
  'by keyboard a message is put off until tomorrow; it waits above the field, in the list and for a supervisor, and the customer hears nothing',
  SWEEP,
  async ({ browser }) => {
    await dora.composer().fill(`It arrives at noon. ${mark}`);
    await expect(menuButton(dora)).toBeEnabled();
    await dora.composer().press('Control+Shift+Enter');
    const tomorrow = dora.page.getByRole('menuitem', { name: /^Tomorrow morning/ });
    await expect(tomorrow).toBeVisible();
    await expect(dora.page.getByRole('menuitemcheckbox', { name: 'Unless the customer writes first' })).toBeChecked();
    await expectAccessible(dora.page);
    await tomorrow.focus();
    await dora.page.keyboard.press('Enter');
    await expect(one(dora, 'It arrives at noon.')).toContainText('Will be sent tomorrow at 09:00, unless the customer writes first');
    await expect(dora.composer()).toHaveValue('');
    await expect(dora.row(mark).getByTitle(/^A message is to be sent tomorrow/)).toBeVisible();
    await expect(offer(dora)).toBeVisible();
    await expectAccessible(dora.page);
    await dora.page.reload();
    await expect(one(dora, 'It arrives at noon.')).toBeVisible();

    const petar = await AgentScreen.open(browser, 'Petar Kostov');
    await petar.page.goto(dora.page.url());
    await expect(one(petar, 'It arrives at noon.')).toContainText('By Dora Ilieva: will be sent tomorrow at 09:00');
    await expect(one(petar, 'It arrives at noon.').getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await press(petar, 'It arrives at noon.', 'Don’t send');
    await expect(one(dora, 'It arrives at noon.')).toContainText('Not sent: A colleague cancelled it.');
    await offer(petar).click();
    await expect(one(dora, 'It arrives at noon.')).toContainText('Will be sent tomorrow');
    await petar.page.context().close();
  },
);

test(
  'what waits is edited where it stands, in every window at once; a reload loses nothing that was typed, and a message that goes first leaves it to be copied',
  SWEEP,
  async ({ browser }) => {
    const field = dora.page.getByRole('textbox', { name: 'The scheduled message' });
    const petar = await AgentScreen.open(browser, 'Petar Kostov');
    await petar.page.goto(dora.page.url());
    await dora.composer().fill(`Half a thought ${mark}`);
    await press(dora, 'It arrives at noon.', 'Edit');
    await expect(field).toHaveValue(`It arrives at noon. ${mark}`);
    await expect(field).toBeFocused();
    await field.fill(`It arrives at two. ${mark}`);
    await dora.page.reload();
    await expect(field).toHaveValue(`It arrives at two. ${mark}`);
    await strip(dora).getByLabel('Time', { exact: true }).fill('1430');
    await strip(dora).getByRole('checkbox', { name: 'Unless the customer writes first' }).uncheck();
    await expectAccessible(dora.page);
    await expect(one(petar, 'It arrives at noon.')).toContainText('tomorrow at 09:00, unless');
    // What is typed while it is being saved stands on, and is saved in its turn.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await dora.page.route(/\/scheduled\//, async (route) => {
      await held;
      await route.continue();
    });
    await strip(dora).getByRole('button', { name: 'Save' }).click();
    await field.fill(`It arrives at two, sharp. ${mark}`);
    release();
    await expect(one(petar, 'It arrives at two.')).toContainText('tomorrow at 14:30');
    await expect(dora.page.getByText('as it is now')).toBeVisible();
    await dora.page.unroute(/\/scheduled\//);
    await expect(field).toHaveValue(`It arrives at two, sharp. ${mark}`);
    await field.fill(`It arrives at two. ${mark} `);
    // A second click of a hand that is used to two does not stop the message, whose button comes where Save was.
    await strip(dora).getByRole('button', { name: 'Save' }).dblclick({ delay: 20 });
    for (const agent of [dora, petar]) {
      await expect(one(agent, 'It arrives at two.')).toContainText('tomorrow at 14:30');
      await expect(one(agent, 'It arrives at two.')).not.toContainText('unless');
    }
    await expect(one(dora, 'It arrives at two.').getByRole('button', { name: 'Edit' })).toBeFocused();
    await expect(dora.composer()).toHaveValue(`Half a thought ${mark}`);
    await petar.page.context().close();

    await press(dora, 'It arrives at two.', 'Edit');
    await field.fill('Never mind');
    await field.press('Escape');
    await expect(one(dora, 'It arrives at two.')).toContainText('tomorrow at 14:30');
    await expect(dora.page.getByText('Your changes were dropped')).toBeVisible();
    await dora.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(field).toHaveValue('Never mind');
    await field.press('Escape');
    await expect(one(dora, 'It arrives at two.')).toContainText('tomorrow at 14:30');
    await press(dora, 'It arrives at two.', 'Edit');
    await field.fill(`It arrives too late. ${mark}`);
    await comes('It arrives at two.');
    await expect(visitor.log().getByText(`It arrives at two. ${mark}`)).toBeVisible({ timeout: 10_000 });
    await expect(strip(dora)).toContainText('The message waits no more');
    await expect(strip(dora)).toContainText(`It arrives too late. ${mark}`);
    await expectAccessible(dora.page);
    await strip(dora).getByRole('button', { name: 'Drop' }).click();
    await expect(strip(dora)).toHaveCount(0);
    await dora.composer().fill('');
  },
);

test(
  'a day and a time are chosen; what is cancelled can be had again; at its time it is said, and the customer reads it once',
  SWEEP,
  async () => {
    const words = `It arrives at one. ${mark}`;
    await dora.composer().fill(words);
    await menuButton(dora).click();
    await dora.page.getByRole('menuitem', { name: 'Choose date and time…' }).click();
    const dialog = dora.page.getByRole('dialog', { name: 'Send the message later' });
    await dialog.getByLabel('Time').fill('1630');
    await dialog.getByRole('checkbox', { name: 'Unless the customer writes first' }).uncheck();
    await expectAccessible(dora.page);
    await dialog.getByRole('button', { name: 'Send later' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(one(dora, words)).toContainText('16:30');
    await expect(one(dora, words)).not.toContainText('unless');
    await press(dora, words, 'Don’t send');
    await expect(strip(dora)).toHaveCount(0);
    await offer(dora).click();
    await expect(one(dora, words)).toContainText('16:30');
    await visitor.say(`Hello? ${mark}`);
    await expect(dora.timeline().getByText(`Hello? ${mark}`)).toBeVisible();
    await expect(one(dora, words)).toContainText('16:30');
    await comes(words);
    await expect(visitor.log().getByText(words)).toHaveCount(1, { timeout: 10_000 });
    await expect(dora.timeline().getByText(words)).toBeVisible();
    await expect(strip(dora)).toHaveCount(0);
    await expect(dora.row(mark).getByTitle(/^A message is to be sent/)).toHaveCount(0);
  },
);

test('when the customer writes first it is not sent, its author is told, and sends it now all the same', SWEEP, async () => {
  const words = `Are you still there? ${mark}`;
  await later(words, /^In 1 hour/);
  await visitor.say(`I am here. ${mark}`);
  await expect(one(dora, words)).toContainText('Not sent: The customer wrote first.', { timeout: 10_000 });
  await expect(dora.row(mark).getByTitle('A message was not sent')).toBeVisible();
  await expectAccessible(dora.page);
  await dora.page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(dora.page.getByRole('dialog', { name: 'Notifications' })).toContainText('was not sent: the customer wrote first');
  await dora.page.keyboard.press('Escape');
  await press(dora, words, 'Discard');
  await expect(strip(dora)).toHaveCount(0);
  await later(`Good. ${mark}`, /^In 1 hour/);
  await press(dora, `Good. ${mark}`, 'Send now');
  await expect(visitor.log().getByText(`Good. ${mark}`)).toBeVisible();
  await expect(strip(dora)).toHaveCount(0);
  expect(received.join('\n')).not.toContain('Are you still there?');
});

test(
  'an admin lets messages be taken back; one that was is in the field again, and the customer never got it',
  SWEEP,
  async ({ browser }) => {
    const admin = await AgentScreen.open(browser, 'Ana Tsvetkova');
    await admin.page.goto(`${productUrl()}/admin/sending`);
    await admin.page.getByRole('switch', { name: 'Messages can be undone for 10 seconds' }).check();
    await expectAccessible(admin.page);
    await admin.page.getByRole('button', { name: 'Save' }).click();
    await expect(admin.page.locator('#toasts')).not.toBeEmpty();
    await admin.page.context().close();
    // The page that is open goes by it at once.
    const slip = `You are wrong ${mark}`;
    await dora.say(slip);
    await expect(one(dora, slip)).toContainText(/Will be sent in \d+ second/);
    await expect(dora.timeline().getByText(slip)).toBeVisible();
    await expectAccessible(dora.page);
    await dora.page.keyboard.press('Control+z');
    await expect(dora.composer()).toHaveValue(slip);
    await expect(strip(dora)).toHaveCount(0);
    await expect(dora.timeline().getByText(slip)).toHaveCount(0);
    await dora.composer().fill('');

    // Whatever becomes of the window.
    const kept = `You are right ${mark}`;
    await dora.say(kept);
    await expect(one(dora, kept)).toBeVisible();
    await dora.page.reload();
    await expect(one(dora, kept)).toContainText(/Will be sent in \d+ second/);
    await expect(visitor.log().getByText(kept)).toHaveCount(0);
    await expect(visitor.log().getByText(kept)).toBeVisible({ timeout: 15_000 });
    await expect(strip(dora)).toHaveCount(0);
    await expect(dora.timeline().getByText(kept)).toHaveCount(1);
    expect(received.join('\n')).not.toContain('You are wrong');
  },
);

test('words and files that were sent together come back together', SWEEP, async () => {
  await dora.composer().fill(`Here is the offer ${mark}`);
  for (const name of ['offer.txt', 'terms.txt']) {
    const choosing = dora.page.waitForEvent('filechooser');
    await dora.page.getByRole('button', { name: /^Attach/ }).click();
    await (await choosing).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }]);
    await expect(attached(dora).getByText(name)).toBeVisible();
  }
  await dora.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(strip(dora).getByRole('listitem')).toHaveCount(1);
  await expect(one(dora, 'Here is the offer')).toContainText(/File: Here is the offer .*, File/);
  await press(dora, 'Here is the offer', 'Undo');
  await expect(dora.composer()).toHaveValue(`Here is the offer ${mark}`);
  for (const name of ['offer.txt', 'terms.txt']) await expect(attached(dora).getByText(name)).toBeVisible();
  await expect(strip(dora)).toHaveCount(0);
  for (const name of ['offer.txt', 'terms.txt'])
    await attached(dora)
      .getByRole('button', { name: new RegExp(name) })
      .last()
      .click();
  await dora.composer().fill('');
});

test('on another page, too, a message is taken back by its key, which leads to where it can be written on', SWEEP, async () => {
  const slip = `Not for you ${mark}`;
  const room = dora.page.url();
  await dora.say(slip);
  await expect(one(dora, slip)).toBeVisible();
  await dora.page.getByRole('button', { name: 'Dora Ilieva: look and sign-out' }).click();
  await dora.page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(dora.page).toHaveURL(/profile/);
  const box = dora.page.locator('#toasts').filter({ hasText: slip });
  await expect(box).toContainText('Sent in 10 seconds unless you undo it.');
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('Control+z');
  await expect(dora.page).toHaveURL(new RegExp(new URL(room).pathname));
  await expect(dora.composer()).toHaveValue(slip);
  await expect(box).toHaveCount(0);
  await dora.composer().fill('');
});

test('a browser that is killed before the server has the draft loses nothing of what was taken back', SWEEP, async ({ browser }) => {
  const slip = `Half a slip ${mark}`;
  const room = dora.page.url();
  await dora.page.route(/\/drafts\//, (route) => route.abort());
  await dora.say(slip);
  await expect(one(dora, slip)).toBeVisible();
  await dora.page.keyboard.press('Control+z');
  await expect(dora.composer()).toHaveValue(slip);
  await expect(strip(dora)).toHaveCount(0);
  // With everything that lay in it: a page that is closed would still say what it holds, and no route cuts that off.
  const crashed = dora.page.waitForEvent('crash');
  const session = await dora.page.context().newCDPSession(dora.page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await dora.page.context().close();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  await dora.page.goto(room);
  await expect(one(dora, slip)).toContainText('Not sent: You took it back.');
  await press(dora, slip, 'Edit');
  await expect(dora.composer()).toHaveValue(slip);
  await expect(strip(dora)).toHaveCount(0);
  await expect.poll(() => unlooked(slip)).toBe(0);
  await dora.page.reload();
  await expect(dora.composer()).toHaveValue(slip);
  await expect(strip(dora)).toHaveCount(0);
  expect(received.join('\n')).not.toContain('Half a slip');
  await dora.composer().fill('');
});

test('what was said before a conversation is resolved is said, without a wait', SWEEP, async () => {
  const bye = `Goodbye ${mark}`;
  await dora.say(bye);
  await expect(one(dora, bye)).toBeVisible();
  await dora.resolve();
  await expect(visitor.log().getByText(bye)).toBeVisible();
});

test('in a room that is resolved it says on which condition it goes, and on a phone one line stands for it', SWEEP, async () => {
  const words = `See you tomorrow ${mark}`;
  await undoSeconds(0);
  await dora.page.reload();
  await visitor.say(`One more thing ${mark}`);
  await dora.row(mark).click();
  await expect(dora.composer()).toBeEditable();
  await later(words, /^Tomorrow morning/);
  await expect(one(dora, words).getByRole('button', { name: 'Send now' })).toBeVisible();

  await dora.page.setViewportSize({ width: 360, height: 480 });
  await dora.composer().focus();
  const fold = strip(dora).getByRole('button', { name: `Tomorrow at 09:00 · ${words}` });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(one(dora, words)).toBeHidden();
  expect((await strip(dora).boundingBox())?.height).toBeLessThan(50);
  await fold.click();
  await expect(one(dora, words).getByRole('button', { name: 'Send now' })).toBeVisible();
  await expectAccessible(dora.page);
  await dora.composer().focus();
  await expect(one(dora, words)).toBeHidden();
  await dora.page.setViewportSize({ width: 1440, height: 900 });

  await dora.resolve();
  await expect(one(dora, words)).toContainText('tomorrow at 09:00 only if you hold a conversation on this channel then');
  await expect(one(dora, words).getByRole('button', { name: 'Send now' })).toHaveCount(0);
  await expect(one(dora, words).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await press(dora, words, 'Don’t send');
  await expect(strip(dora)).toHaveCount(0);
});
