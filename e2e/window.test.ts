import { expect, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { settled } from './settled.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const WIDE = { width: 1440, height: 900 };
let elena: AgentScreen;

test.beforeAll(async ({ browser }) => {
  elena = await AgentScreen.open(browser, 'Elena Marinova');
  const visitor = await CallingVisitor.start();
  const words = `w${Math.random().toString(36).slice(2, 8)}`;
  const line = 'and a long line that breaks anew at every other width. ';
  for (let i = 1; i <= 40; i += 1) await visitor.say(`${words} ${i} ${line.repeat(1 + (i % 7))}`);
  await elena.page.setViewportSize(WIDE);
  await elena.row(`${words} 40`).click();
  await elena.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(elena.composer()).toBeVisible();
});

test.afterAll(async () => {
  await elena.page.context().close();
});

/** Pixels between what is shown of the timeline and its end. */
const fromEnd = () => elena.timeline().evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));

const toEnd = async () => {
  await elena.timeline().hover();
  await expect(async () => {
    await elena.page.mouse.wheel(0, 20_000);
    expect(await fromEnd()).toBeLessThanOrEqual(1);
  }).toPass();
  // What was measured last is settled: the window may change now.
  await settled(elena.timeline());
};

test('who stands at the newest end stays there when the window or the field changes', SWEEP, async () => {
  await toEnd();
  for (const width of [1000, 1440, 1181, 1170, 1300, 1920, 1440]) {
    await elena.page.setViewportSize({ width, height: 900 });
    await expect.poll(fromEnd, { message: `at ${width}` }).toBeLessThanOrEqual(1);
    await settled(elena.timeline());
    expect(await fromEnd(), `at ${width}, settled`).toBeLessThanOrEqual(1);
  }
  // Drawn by the mouse: one change before the rows have followed the last.
  const drawn = async (from: number, to: number) => {
    const step = from < to ? 7 : -7;
    for (let width = from; step > 0 ? width < to : width > to; width += step) await elena.page.setViewportSize({ width, height: 900 });
    await elena.page.setViewportSize({ width: to, height: 900 });
    await settled(elena.timeline());
    expect(await fromEnd(), `drawn from ${from} to ${to}`).toBeLessThanOrEqual(1);
  };
  await drawn(1440, 1181);
  await drawn(1179, 900);
  await drawn(900, 1440);
  for (const lines of [4, 9, 1]) {
    await elena.composer().fill(Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n'));
    await expect.poll(fromEnd, { message: `${lines} lines` }).toBeLessThanOrEqual(1);
  }
  await elena.composer().fill('');
});

test('who reads above is not taken to the newest end by a change of the window', SWEEP, async () => {
  await toEnd();
  await elena.page.mouse.wheel(0, -400);
  await expect.poll(fromEnd).toBeGreaterThan(300);
  await settled(elena.timeline());
  await elena.page.setViewportSize({ ...WIDE, width: 1200 });
  await settled(elena.timeline());
  expect(await fromEnd()).toBeGreaterThan(100);
  await elena.page.setViewportSize(WIDE);
});

for (const [language, resolve] of [
  ['en', 'Resolve'],
  ['bg', 'Приключване'],
] as const) {
  test(`the main action stands at the end of the sheet’s head at every width, ${language}`, SWEEP, async () => {
    await elena.page.context().addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await elena.page.reload();
    for (const width of [1280, 1440, 1920]) {
      await elena.page.setViewportSize({ width, height: 900 });
      for (const tab of [0, 1]) {
        await elena.page.locator(`#room-tab-${tab}`).click();
        const action = elena.page.locator('header').getByRole('button', { name: resolve, exact: true });
        const end = async () => {
          const sheet = await action.locator('xpath=ancestor::section[1]').boundingBox();
          const box = await action.boundingBox();
          return sheet === null || box === null ? null : sheet.x + sheet.width - box.x - box.width;
        };
        await expect.poll(end, { message: `${width}, tab ${tab}` }).toBe(12);
      }
    }
    await elena.page.locator('#room-tab-0').click();
  });
}
