import { connect } from 'node:net';
import { type Access, api, can, ErrorBody, UploadedFile, uploads } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { newId } from '../../src/platform/clock.ts';
import { startApp, type TestApp } from '../app.ts';
import { loopBack } from '../loop-back/channel.ts';
import type { TestAccount } from '../people.ts';
import { almost, nasty, partsOf } from './almost.ts';
import { fromElsewhere, givenBadInputWorld, type World } from './world.ts';

let app: TestApp;
let world: World;
/** Those of the world in which everything else is tried. */
let account: TestAccount;
let token: string;
let secret: string;

beforeAll(async () => {
  app = await startApp({
    more: ({ rooms }) => rooms.channels.register(loopBack({ type: 'VIBER', origin: 'http://127.0.0.1:9', takesKey: true })),
  });
  world = await givenBadInputWorld(app);
  ({ account, token, secret } = await givenBadInputWorld(app));
}, 120_000);
afterAll(() => app.close());

const routes = Object.entries(api).flatMap(([area, calls]) =>
  Object.values(calls).map((procedure) => ({
    method: procedure['~orpc'].route.method ?? 'GET',
    path: procedure['~orpc'].route.path ?? '/',
    area,
    access: (procedure['~orpc'].meta as { access?: Access }).access as Access,
    parts: partsOf(procedure['~orpc'].inputSchema as z.ZodMiniType | undefined),
  })),
);

/** Inputs per route; chance brings others each time. */
const SPOILT = 10;
/** Of what fits by its schema alone, some is refused all the same; so many in a row are not. */
const MOST_THAT_FIT = 60;
/** What a visitor does is limited. */
const LIMITED = 16;
/** Filters of a list as they stand in an address. */
const WRITTEN = {
  'written:state': ['ASSIGNED,RESOLVED'],
  'written:channel': ['LIVECHAT'],
};

/** Bodies of no shape at all. */
const shapeless = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.record({ op: nasty, path: nasty, value: nasty }), { maxLength: 3 }));

/** Refused in our one shape, or answered: never a 500, never anything else. */
async function expectCivil(response: Response): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  if (response.status >= 400) expect(ErrorBody.safeParse(JSON.parse(text)).success, text).toBe(true);
}

/** Of each answer how many came. */
const show = (answers: ReadonlyMap<number, number>) => JSON.stringify(Object.fromEntries(answers));

/** Nothing of it fits; of an object each part is there. */
function allWrong(node: { properties?: object }): unknown {
  const { properties } = node;
  return properties === undefined ? '\u0000' : Object.fromEntries(Object.keys(properties).map((key) => [key, '\u0000']));
}

describe('bad input over HTTP', () => {
  it.each(routes)(
    '$method $path answers what all but fits, about what is there, without a 500',
    async ({ method, path, area, access, parts }) => {
      if (!(await world.stands())) world = await givenBadInputWorld(app);
      if (access === 'visitor') await world.newVisitor();
      const isForAdmins = typeof access === 'string' || can('admin', access, {});
      // Who changes accounts and widgets changes others than those by which everybody is here.
      const { otherAccountId = [], otherWidgetId = [] } = world.known;
      const others =
        area === 'accounts' && !isForAdmins ? { accountId: otherAccountId } : area === 'widgets' ? { widgetId: otherWidgetId } : {};
      const { queueId = [], userId = [] } = world.known;
      // Nobody keeps tags: any id does.
      const filters = { 'written:queue': queueId, 'written:agent': userId, 'written:tag': queueId, ...WRITTEN };
      const known = { ...world.known, ...others, ...filters };
      const inputs = (spoils: boolean) =>
        fc.record(Object.fromEntries(Object.entries(parts).map(([part, node]) => [part, almost(node, { known, spoils })])));
      const answers = new Map<number, number>();
      const send = async (input: Record<string, unknown>) => {
        const params = (input.params ?? {}) as Record<string, unknown>;
        const text = (value: unknown) => encodeURIComponent(String(value).toWellFormed()) || '%20';
        const query = Object.entries((input.query ?? {}) as object).map(([key, one]): [string, string] => [
          key,
          String(one).toWellFormed(),
        ]);
        const address = path.replaceAll(/\{(\w+)\}/g, (_whole: string, name: string) => text(params[name]));
        const response = await fetch(`${app.origin}/api${address}?${new URLSearchParams(query)}`, {
          method,
          headers: {
            ...fromElsewhere(),
            authorization: `Bearer ${isForAdmins ? world.token : world.superToken}`,
            'x-visitor-secret': world.secret,
            ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          },
          ...(method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
        });
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
        await expectCivil(response);
      };
      const behind = () => [...answers.keys()].some((status) => ![400, 401, 403, 404].includes(status));
      // All wrong, and then what fits, until it has been let through once.
      await send(Object.fromEntries(Object.entries(parts).map(([part, node]) => [part, allWrong(node)])));
      const [whole = {}] = fc.sample(inputs(false), 1);
      if ('body' in parts) await send({ ...whole, body: 'no object' });
      const most = access === 'visitor' ? LIMITED : MOST_THAT_FIT;
      for (const input of fc.sample(inputs(false), most)) if (!behind()) await send(input as Record<string, unknown>);
      const spoilt = fc.oneof(
        { weight: 4, arbitrary: inputs(true) },
        { weight: 1, arbitrary: fc.tuple(inputs(false), shapeless).map(([input, body]) => ({ ...input, body })) },
      );
      // What fits has taken of what one visitor may do: whoever sends the rest begins anew.
      if (access === 'visitor') await world.newVisitor();
      await fc.assert(fc.asyncProperty(spoilt, send), { numRuns: SPOILT });
      // A limit tells nothing of how input is judged.
      expect(answers.get(429) ?? 0, show(answers)).toBe(0);
      if (Object.keys(parts).length > 0) expect(answers.get(400) ?? 0, show(answers)).toBeGreaterThan(0);
      expect(behind(), show(answers)).toBe(true);
    },
    60_000,
  );

  it.each(Object.values(uploads))(
    '$method $path answers any name, length and bytes without a 500',
    async ({ method, path }) => {
      const answers = new Map<number, number>();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(
          nasty,
          fc.uint8Array({ maxLength: 3000 }),
          fc.constantFrom('text/html', 'application/json', 'multipart/form-data', ';;;', 'image/png'),
          async (name, bytes, type) => {
            // One session may bring so many: before that another one goes on.
            if (count++ % 10 === 0) await world.newVisitor();
            const who = { ...fromElsewhere(), authorization: `Bearer ${world.token}`, 'x-visitor-secret': world.secret };
            const response = await fetch(`${app.origin}/api${path}?${new URLSearchParams({ name: String(name).toWellFormed() })}`, {
              method,
              headers: { ...who, 'content-type': type },
              body: new Uint8Array(bytes),
            });
            answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
            await expectCivil(response.clone());
            if (!response.ok) return;
            const { fileId, fileName } = UploadedFile.parse(await response.json());
            expect(fileName).not.toMatch(/[/\\\p{Cc}]/u);
            // One after another is taken, so that the bound on what is unsent is not what is tested.
            await fetch(`${app.origin}/api${path}/${fileId}`, { method: 'DELETE', headers: who });
          },
        ),
        { numRuns: 40, examples: [['', new Uint8Array([1]), 'image/png']] },
      );
      expect(answers.get(429) ?? 0, show(answers)).toBe(0);
      expect(answers.get(400) ?? 0, show(answers)).toBeGreaterThan(0);
      expect(answers.get(200) ?? 0, show(answers)).toBeGreaterThan(10);
    },
    60_000,
  );

  it('refuses any address of a file that it has not made', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, fc.constantFrom('original', 'thumbnail', 'x'), async (id, pass, rendition) => {
        const text = (value: unknown) => encodeURIComponent(String(value).toWellFormed()) || 'x';
        const response = await fetch(`${app.origin}/files/${text(id)}/${rendition}?pass=${text(pass)}`, { redirect: 'manual' });
        await expectCivil(response.clone());
        expect([400, 403, 404]).toContain(response.status);
      }),
      { numRuns: 60 },
    );
  });

  const post = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(`${app.origin}/api/rooms`, { method: 'POST', body: raw, headers: { authorization: `Bearer ${token}`, ...headers } });

  it.each([
    ['text that is no JSON', '{"users": [', 'application/json', 400],
    ['another kind of content', '<rooms/>', 'text/xml', 415],
    ['plain text', 'users', 'text/plain', 415],
    ['a form', 'users=1', 'application/x-www-form-urlencoded', 415],
    ['nesting without end', '['.repeat(50_000) + ']'.repeat(50_000), 'application/json', 400],
    ['a body of more than a megabyte', JSON.stringify({ users: 'x'.repeat(1_200_000) }), 'application/json', 413],
    ['a key that poisons prototypes', '{"__proto__": {"admin": true}}', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
  ])('refuses %s', async (_what, raw, type, status) => {
    const response = await post(raw, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(ErrorBody.safeParse(await response.json()).success).toBe(true);
  });

  it('refuses a NUL before anybody is known, on every page and parameter of the sign-in', async () => {
    const authorize = `${app.origin}/auth/realms/parley/auth?client_id=parley-web&response_type=code&scope=openid&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256&redirect_uri=${encodeURIComponent(`${app.origin}/sign-in/callback`)}`;
    for (const name of ['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values', 'display'])
      expect((await fetch(`${authorize}&${name}=a%00b`, { redirect: 'manual' })).status).toBe(400);
    const form = (path: string, body: string) =>
      fetch(`${app.origin}${path}`, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin },
      });
    expect((await form('/auth/sign-in/aaaaaaaaaaaaaaaaaaaaa', 'email=a%00b%40x.example&password=x')).status).toBe(400);
    for (const field of ['code', 'refresh_token', 'client_id'])
      expect(
        (await form('/auth/realms/parley/token', `grant_type=authorization_code&client_id=parley-web&${field}=a%00b`)).status,
      ).toBeLessThan(500);
  });

  it('refuses a query that is made a list, by its name or by naming it twice', async () => {
    for (const query of ['before[]=1', 'before%5B%5D=1', 'before[a]=1', 'before=1&before=2']) {
      const response = await fetch(`${app.origin}/api/visitor/history?${query}`, { headers: { 'x-visitor-secret': world.secret } });
      expect(response.status, query).toBe(400);
      expect(ErrorBody.safeParse(await response.json()).success).toBe(true);
    }
  });

  it('refuses bytes that are no UTF-8, or stores what can be read of them', async () => {
    await expectCivil(await post(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), { 'content-type': 'application/json' }));
  });

  it('is not moved by wrong methods, versions and half a request', async () => {
    const refused = await fetch(`${app.origin}/api/rooms`, { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await fetch(`${app.origin}/api/nothing`, { method: 'PUT' })).status).toBe(404);
    const { hostname, port } = new URL(app.origin);
    const talk = (bytes: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        let heard = '';
        socket.on('data', (data) => {
          heard += data.toString();
          socket.destroy();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(heard));
        setTimeout(() => socket.destroy(), 500);
      });
    expect(await talk('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(await talk(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (431|414|400)/);
    await talk('POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"use');
    expect((await fetch(`${app.origin}/api/visitor/widgets/${account.widgetId}`)).status).toBe(200);
  });

  it.each(['/api/rooms/%', '/api/rooms/%ff%fe', `/api/rooms?channel_application_id=${'-'.repeat(36)}`])(
    'answers %s in the one shape',
    async (path) => {
      const { hostname, port } = new URL(app.origin);
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`),
        );
        let heard = '';
        socket.on('data', (data) => {
          heard += data.toString();
        });
        socket.on('close', () => resolve(heard));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400/);
      expect(ErrorBody.safeParse(JSON.parse(answer.slice(answer.indexOf('{')))).success).toBe(true);
    },
  );

  it('takes ids in capitals for what they are', async () => {
    const dora = await account.agent('Dora');
    const users = [dora.userId.toUpperCase()];
    const made = await Promise.all(
      [1, 2].map(() =>
        fetch(`${app.origin}/api/rooms`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ users, roomType: 'INTERNAL' }),
        }),
      ),
    );
    const rooms = (await Promise.all(made.map((answer) => answer.json()))) as Array<{ id: string; type: string }>;
    expect(new Set(rooms.map((room) => room.id)).size).toBe(1);
    expect(rooms[0]?.type).toBe('INTERNAL');
  });

  it('slows one visitor who floods, tells when to come back, and lets the others through', async () => {
    const send = (by: string) =>
      fetch(`${app.origin}/api/visitor/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-visitor-secret': by },
        body: JSON.stringify({ clientMessageId: newId(), text: 'flood' }),
      });
    const answers = await Promise.all(Array.from({ length: 160 }, () => send(secret)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await fetch(`${app.origin}/api/visitor/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ widgetId: account.widgetId }),
    });
    expect((await send(((await other.json()) as { secret: string }).secret)).status).toBe(200);
  });
});
