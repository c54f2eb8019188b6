import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARIA, SHOP, type Started, startMail, until } from './test/mail-sandbox.ts';

let world: Started;
beforeEach(async () => {
  world = await startMail();
});
afterEach(() => world.close());

describe('SMTP', () => {
  it('delivers to each recipient once, with what the last server writes on a mail', async () => {
    const sent = await world.send({ to: [MARIA, 'Other@home.test'], cc: MARIA, subject: 'Лампа', text: '.dot\nЖ' });
    expect(sent.accepted).toEqual([MARIA, 'Other@home.test']);
    const [mail, ...more] = world.inbox(MARIA);
    expect(more).toEqual([]);
    expect(mail).toMatch(/^Return-Path: <support@shop\.test>\r\nDelivered-To: maria@home\.test\r\n/);
    expect(world.inbox('other@home.test')).toHaveLength(1);
  });

  it('lets in by password or token alone', async () => {
    await expect(world.send({ to: MARIA }, { user: SHOP, pass: 'wrong' })).rejects.toMatchObject({ responseCode: 535 });
    const oauth = (accessToken: string) => ({ type: 'OAuth2', user: SHOP, accessToken });
    await expect(world.send({ to: MARIA }, oauth('wrong'))).rejects.toMatchObject({ responseCode: 535 });
    await world.send({ to: MARIA }, oauth(await world.token()));
    expect(world.inbox(MARIA)).toHaveLength(1);
    await world.set({ wrongPassword: true });
    await expect(world.send({ to: MARIA })).rejects.toMatchObject({ responseCode: 535 });
  });

  it.each([
    ['nobody', 550, '5.1.1'],
    ['full', 552, '5.2.2'],
    ['blocked', 554, '5.7.1'],
    ['denied+tag', 535, '5.7.3'],
  ])('refuses a mail to %s with %i, and delivers it to the others', async (name, code, status) => {
    const to = `${name}@home.test`;
    await expect(world.send({ to })).rejects.toMatchObject({ responseCode: code, response: expect.stringContaining(status) });
    expect(await world.send({ to: [to, MARIA] })).toMatchObject({ accepted: [MARIA], rejected: [to] });
    expect([world.inbox(to).length, world.inbox(MARIA).length]).toEqual([0, 1]);
  });

  it('takes a mail to later@ when it comes again, and nothing that would leave this machine', async () => {
    const to = 'later@home.test';
    for (const _ of ['each', 'time']) {
      await expect(world.send({ to })).rejects.toMatchObject({ responseCode: 451 });
      await world.send({ to });
    }
    expect(world.inbox(to)).toHaveLength(2);
    await expect(world.send({ to: 'somebody@elsewhere.com' })).rejects.toMatchObject({ responseCode: 550 });
    await world.set({ failWith: 452 });
    await expect(world.send({ to: MARIA })).rejects.toMatchObject({ responseCode: 452 });
  });

  it('delivers a mail to silent@ and does not say so', async () => {
    const to = 'silent@home.test';
    await expect(world.send({ to })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(world.inbox(to)).toHaveLength(1);
  });

  it.each([
    ['bounce', 'failed', '5.1.1'],
    ['delayed', 'delayed', '4.4.1'],
  ])('takes a mail to %s, and reports afterwards that it %s', async (name, action, status) => {
    await world.send({ to: `${name}@home.test`, messageId: '<mine@shop.test>' });
    const [report] = await until(
      () => world.inbox(SHOP),
      (all) => all.length === 1,
    );
    expect(report).toMatch(/^Return-Path: <>/);
    expect(report).toContain('report-type=delivery-status');
    expect(report).toContain(`Final-Recipient: rfc822; ${name}@home.test\r\nAction: ${action}\r\nStatus: ${status}\r\n`);
    expect(report).toMatch(/text\/rfc822-headers.*Message-ID: <mine@shop\.test>/s);
  });

  it.each([
    ['away', true],
    ['holiday', false],
  ])('answers by itself for %s, marked as a machine’s: %s', async (name, isMarked) => {
    await world.send({ to: `${name}@home.test`, messageId: '<mine@shop.test>', subject: 'Your order' });
    const [answer = ''] = await until(
      () => world.inbox(SHOP),
      (all) => all.length === 1,
    );
    expect(answer).toContain('Subject: Automatic reply: Your order');
    expect(answer).toContain('In-Reply-To: <mine@shop.test>');
    expect(answer.includes('Auto-Submitted: auto-replied')).toBe(isMarked);
    expect(answer.startsWith('Return-Path: <>')).toBe(isMarked);
  });

  it('answers no machine, and two who are out do not answer each other', async () => {
    await world.send({ to: 'away@home.test', headers: { 'Auto-Submitted': 'auto-generated' } });
    await world.send({ from: 'holiday@shop.test', to: 'holiday@home.test' });
    await world.send({ to: 'away@home.test' });
    await until(
      () => world.inbox(SHOP),
      (all) => all.length > 0,
    );
    expect([world.inbox(SHOP).length, world.inbox('holiday@shop.test').length]).toEqual([1, 0]);
  });

  it('brings everything twice when that was set', async () => {
    await world.set({ double: true });
    await world.send({ to: MARIA });
    expect(world.inbox(MARIA)).toHaveLength(2);
  });
});
