import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { api, type ProblemKey, problems } from '@parley/contract';
import { exampleAnswers } from '@parley/contract/fixtures/answers';
import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';
import { repliesOf } from './replies.ts';
import type { MockWorld } from './world.ts';

interface Route {
  area: string;
  name: string;
  method: string;
  /** Matches the path below `/api`, and names its parameters. */
  path: RegExp;
  input: z.ZodMiniType | undefined;
}

function* routesOf(router: AnyContractRouter): Generator<Route> {
  for (const [area, entries] of Object.entries(router)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (!isContractProcedure(entry)) throw new Error(`The contract nests deeper than ${area}.${name}`);
      const { route, inputSchema } = entry['~orpc'];
      const pattern = (route.path ?? '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      yield { area, name, method: route.method ?? '', path: new RegExp(`^${pattern}$`), input: inputSchema as z.ZodMiniType | undefined };
    }
  }
}

const { visitor: _visitor, ...ofStaff } = api;
const routes = [...routesOf(ofStaff)];

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', date: new Date().toUTCString() } });

const refused = (key: ProblemKey, params: Refusal['params'] = {}): Response =>
  json(problems[key], { message: key, errors: [{ message: key, params }] });

/** What the provider would tell of itself: signing in and out leads back to the first page, where one is signed in anew. */
const provider = (origin: string) => ({
  issuer: `${origin}/auth/realms/parley`,
  authorization_endpoint: `${origin}/`,
  token_endpoint: `${origin}/auth/token`,
  end_session_endpoint: `${origin}/`,
  jwks_uri: `${origin}/auth/jwks`,
});

/** Answers a call of the contract; null for what is none, which the page's own server answers. */
export async function answer(world: MockWorld, request: Request): Promise<Response | null> {
  const { pathname, searchParams, origin } = new URL(request.url);
  if (origin !== location.origin) return null;
  if (pathname.endsWith('/.well-known/openid-configuration')) return json(200, provider(origin));
  if (!pathname.startsWith('/api/')) return null;
  const path = pathname.slice('/api'.length);
  const route = routes.find((one) => one.method === request.method && one.path.test(path));
  if (route === undefined) return refused('ERROR_NOT_FOUND');
  const words = await request.text();
  const asked = {
    params: { ...route.path.exec(path)?.groups },
    query: Object.fromEntries(searchParams),
    ...(words === '' ? {} : { body: JSON.parse(words) as unknown }),
  };
  const input = route.input === undefined ? { success: true as const, data: asked } : z.safeParse(route.input, asked);
  if (!input.success) return refused('ERROR_VALIDATION');
  try {
    return json(200, replyTo(world, route, input.data));
  } catch (problem) {
    if (problem instanceof Refusal) return refused(problem.key, problem.params);
    throw problem;
  }
}

type Table = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** By what was done here where that matters, else the fixture as it is. */
function replyTo(world: MockWorld, { area, name }: Route, input: unknown): unknown {
  const reply = (repliesOf(world) as Table)[area]?.[name];
  if (typeof reply === 'function') return reply(input);
  return (exampleAnswers(Date.now(), world.me.role) as Table)[area]?.[name];
}
