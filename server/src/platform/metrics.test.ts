import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { givenAccount } from '../../test/people.ts';
import { givenEnd } from '../../test/providers.ts';
import { openSocket } from '../../test/socket-end.ts';

const TOKEN = 'a-token-for-prometheus';
let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

/** One value of the page; undefined when it has no such line. */
function value(page: string, line: string): number | undefined {
  const found = page.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('/metrics', () => {
  it('counts the ends of channels whose provider is not asked for now, by type', async () => {
    const { db } = server.database;
    const page = async () => (await fetch(`${server.origin}/metrics`)).text();
    expect(value(await page(), 'parley_circuits_open{channel="SMS"}')).toBeUndefined();
    for (const [type, opened] of [
      ['SMS', true],
      ['SMS', true],
      ['VIBER', false],
    ] as const) {
      const account = await givenAccount(db);
      const end = await givenEnd(db, account, { type });
      const row = { account_id: account.accountId, channel_application_id: end.id, opened_at: opened ? new Date().toISOString() : null };
      await db.reader(account.accountId).insertInto('channel_health').values(row).execute();
    }
    const told = await page();
    expect(['SMS', 'VIBER'].map((type) => value(told, `parley_circuits_open{channel="${type}"}`))).toEqual([2, undefined]);
  });

  it('counts what the server does', async () => {
    const { widgetId } = await givenAccount(server.database.db);
    const post = async (path: string, secret: string, body?: unknown) => {
      const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...(secret && { 'x-visitor-secret': secret }) };
      const answer = await fetch(`${server.origin}/api/visitor/${path}`, {
        method: 'POST',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, string>;
    };
    const page = async () => (await fetch(`${server.origin}/metrics`)).text();
    const before = await page();
    const { secret = '' } = await post('sessions', '', { widgetId });
    const { ticket = '' } = await post('tickets', secret);
    const tab = await openSocket(server.origin, 'widget', ticket);
    tab.send('Text', { clientMessageId: 'metrics-1', text: 'Hello' });
    await tab.frame(({ type }) => type === 'Ack');
    tab.send('NoSuchKind', {});
    await tab.frame(({ type }) => type === 'VALIDATION');
    const after = await page();
    const grew = (line: string) => (value(after, line) ?? 0) - (value(before, line) ?? 0);
    expect(grew('parley_sockets_open{app="widget"}')).toBe(1);
    expect(grew('parley_frames_received_total{app="widget",kind="Text"}')).toBe(1);
    expect(grew('parley_frames_received_total{app="widget",kind="unknown"}')).toBe(1);
    expect(grew('parley_frames_sent_total{app="widget",kind="Ack"}')).toBe(1);
    expect(grew('parley_store_batch_events_count')).toBeGreaterThanOrEqual(1);
    expect(grew('parley_store_batch_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(grew('parley_http_request_seconds_count{method="POST",route="/api/visitor/tickets",status="200"}')).toBe(1);
    expect(value(after, 'parley_store_queue_events{state="waiting"}')).toBe(0);
    expect(value(after, 'parley_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(value(after, 'parley_conversations_given_out_total')).toBeDefined();
    expect(value(after, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    tab.close();
    await expect.poll(async () => value(await page(), 'parley_sockets_open{app="widget"}')).toBe(0);
  });

  it('names routes by their pattern, so that what is asked for makes no new line', async () => {
    await fetch(`${server.origin}/api/rooms/0193a1de-0000-7000-8000-000000000001/no-such-thing`);
    await fetch(`${server.origin}/some/address/of/the/application`);
    const page = await (await fetch(`${server.origin}/metrics`)).text();
    expect(page).not.toContain('0193a1de');
    expect(page).toContain('route="/*"');
  });

  it.each([{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }, { 'x-real-ip': '192.0.2.1' }])(
    'is not there for who comes through a proxy with %o',
    async (headers) => {
      expect((await fetch(`${server.origin}/metrics`, { headers: { ...headers } as Record<string, string> })).status).toBe(404);
    },
  );

  it('asks for its token, from everywhere, once there is one', async () => {
    const guarded = await startApp({ env: { PARLEY_METRICS_TOKEN: TOKEN } });
    try {
      const status = async (headers: Record<string, string>) => (await fetch(`${guarded.origin}/metrics`, { headers })).status;
      expect(await status({})).toBe(401);
      expect(await status({ authorization: 'Bearer a-token-for-somebody' })).toBe(401);
      expect(await status({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
    } finally {
      await guarded.close();
    }
  });
});
