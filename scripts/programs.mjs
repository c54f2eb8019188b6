/**
 * The environment of what is not the server: without the keys to the data.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutSecrets(env) {
  const databases = ['PARLEY_DATABASE_URL', 'PARLEY_EMBEDDED_DATABASE_URL'];
  const keys = ['PARLEY_SECRET', ...databases, 'PARLEY_METRICS_TOKEN', 'PARLEY_KEYCLOAK_CLIENT_SECRET', 'SENTRY_DSN'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.includes(name)));
}

/** glibc gives each thread a heap of its own, and a decoded picture's memory stays in that of its thread: two suffice, and a sixth less is held. */
const ARENAS = '2';

/**
 * Starts the server, and the sandbox where there is a demo.
 *
 * @param {import('./session.mjs').Session} session
 * @returns {Promise<string[]>} the addresses, as lines to print
 */
export async function startProduct({ settings, env, launch }) {
  const url = await launch('server', ['server/src/main.ts'], { MALLOC_ARENA_MAX: ARENAS, ...env });
  if (!settings.demo) return [`Parley     ${url}`];
  await launch('sandbox', ['sandbox/src/main.ts'], withoutSecrets(env));
  return [`Parley     ${url}`, `Demo shop  ${settings.sandboxUrl}`];
}
