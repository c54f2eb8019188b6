import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { givenAccount } from '../../test/people.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import { openSocket } from '../../test/socket-end.ts';
import { openLog } from './log.ts';

const lines: string[] = [];
let server: TestApp;
beforeAll(async () => {
  server = await startApp({ log: openLog('trace', { write: (line) => void lines.push(line) }) });
});
afterAll(() => server.close());
beforeEach(() => {
  lines.length = 0;
});

const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

describe('the log', () => {
  it('has one line for each request, and nothing of what was said or by whom', async () => {
    const marks = {
      text: 'purple-elephant-61',
      phone: '+359888123456',
      name: 'Zhivko-Marked',
      email: 'zhivko-marked@lumen.example',
      password: 'right horse battery',
    };
    const { db } = server.database;
    const account = await givenAccount(db);
    const { userId } = await account.agent('Elena');
    await db.inAccount(account.accountId, (tx) =>
      tx
        .updateTable('users')
        .set({ email: marks.email, email_normalized: marks.email, last_name: marks.name })
        .where('id', '=', userId)
        .execute(),
    );
    await givePassword(db, account.accountId, userId, marks.password);
    const tokens = await new SignInBrowser(server.origin).signIn(marks.email, marks.password);
    const authorization = `Bearer ${tokens.access_token}`;
    const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await fetch(`${server.origin}/api/${path}`, {
        method,
        headers: { ...headers, ...json },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, id: answer.headers.get('x-request-id'), body: (await answer.json()) as Record<string, string> };
    };
    const agentTicket = (await call('POST', 'realtime/tickets', { authorization })).body.ticket ?? '';
    const agent = await openSocket(server.origin, 'agent-web', agentTicket);
    const { secret = '' } = (await call('POST', 'visitor/sessions', {}, { widgetId: account.widgetId })).body;
    const visitor = { 'x-visitor-secret': secret };
    const words = { clientMessageId: 'marked-1', text: `${marks.text}, call me: ${marks.phone}` };
    const refused = await call('POST', `visitor/messages?about=${encodeURIComponent(marks.phone)}`, visitor, words);
    expect(refused.status).toBe(400);
    const sent = await call('POST', 'visitor/messages', visitor, words);
    expect(sent.status).toBe(200);
    const pushed = await agent.frame(({ payload }) => JSON.stringify(payload).includes(marks.text));
    const ticket = (await call('POST', 'visitor/tickets', visitor)).body.ticket ?? '';
    const tab = await openSocket(server.origin, 'widget', ticket);
    tab.send('Text', { clientMessageId: 'marked-2', text: marks.text, phone: marks.phone });
    await tab.frame(({ type }) => type === 'Ack' || type === 'VALIDATION');
    agent.send('Text', { roomId: pushed.payload.roomId, text: marks.text, nonsense: marks.phone });
    await agent.frame(({ type }) => type === 'VALIDATION');
    expect((await call('POST', 'visitor/messages', visitor, { clientMessageId: 'marked-3', text: [marks.text] })).status).toBe(400);
    expect(
      (await call('GET', `rooms/${marks.phone}/events?token=${tokens.access_token}`, { authorization })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await call('GET', 'users/me', { authorization })).status).toBe(200);
    expect((await call('GET', 'users/me', { authorization: `${authorization}x` })).status).toBe(401);
    agent.close();
    tab.close();

    const line = requests().find(({ requestId }) => requestId === sent.id);
    expect(line).toMatchObject({
      method: 'POST',
      route: '/api/visitor/messages',
      status: 200,
      ms: expect.any(Number),
      accountId: account.accountId,
    });
    expect(requests().find(({ route }) => route === '/api/users/me')).toMatchObject({ userId, accountId: account.accountId });
    const whole = lines.join('\n');
    for (const mark of [
      ...Object.values(marks),
      marks.phone.slice(1),
      tokens.access_token,
      tokens.refresh_token,
      secret,
      ticket,
      agentTicket,
    ]) {
      expect(whole).not.toContain(mark);
      expect(whole).not.toContain(encodeURIComponent(mark));
    }
  });

  it('keeps what an error is about to itself', () => {
    const log = openLog('trace', { write: (line) => void lines.push(line) });
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(maria@shop.example) already exists.',
      where: 'COPY line 3: "purple elephant"',
    });
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0';
    log.error(
      { err: new Error(`sending "purple elephant" to +359 888 123 456 by ${token} failed`, { cause }), text: 'purple elephant' },
      'failed',
    );
    const line = JSON.parse(lines[0] ?? '');
    expect(lines[0]).not.toMatch(/elephant|888 123|eyJ|maria/);
    expect(line.err).toMatchObject({ type: 'Error', cause: { code: '23505', constraint: 'users_email_key' } });
    expect(line.err.stack).toMatch(/^at /);
  });
});
