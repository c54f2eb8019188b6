import { describe, expect, it } from 'vitest';
import { loadConfig } from '../server/src/config.ts';
import { readSettings } from './settings.mjs';

const SECRET = 'cd'.repeat(32);

/** @param {() => unknown} attempt */
function verdict(attempt) {
  try {
    return { value: attempt() };
  } catch (error) {
    return { refused: /** @type {Error} */ (error).message };
  }
}

describe('the starter and the server', () => {
  /** @type {[string, Record<string, string>][]} */
  const cases = [
    ['nothing', {}],
    ['empty variables', { PARLEY_HOST: '', PARLEY_PORT: '', PARLEY_DEMO: '' }],
    ['another port', { PARLEY_PORT: '81' }],
    ['port 0', { PARLEY_PORT: '0' }],
    ['a port too high', { PARLEY_PORT: '65536' }],
    ['the last port', { PARLEY_PORT: '65535' }],
    ['the last port with the demo', { PARLEY_PORT: '65535', PARLEY_DEMO: 'on' }],
    ['every address', { PARLEY_HOST: '0.0.0.0' }],
    ['every address with the demo', { PARLEY_HOST: '0.0.0.0', PARLEY_DEMO: 'on' }],
    ['IPv6', { PARLEY_HOST: '::1' }],
    ['localhost', { PARLEY_HOST: 'localhost' }],
    ['a bad host', { PARLEY_HOST: 'a b' }],
    ['no demo', { PARLEY_DEMO: 'off' }],
    ['a bad demo', { PARLEY_DEMO: 'maybe' }],
    ['an outside database', { PARLEY_DATABASE_URL: 'postgres://a:b@db/parley' }],
    ['an outside database with the demo', { PARLEY_DATABASE_URL: 'postgres://a:b@db/parley', PARLEY_DEMO: 'on' }],
    ['a bad database', { PARLEY_DATABASE_URL: 'db' }],
    ['a public address', { PARLEY_PUBLIC_URL: 'https://chat.example.com' }],
    ['a public address with a path', { PARLEY_PUBLIC_URL: 'https://example.com/chat' }],
    ['an outside provider', { PARLEY_OIDC_ISSUER: 'https://id.example.com/realms/company' }],
    ['an outside provider with the demo', { PARLEY_OIDC_ISSUER: 'https://id.example.com/realms/company', PARLEY_DEMO: 'on' }],
    ['a bad secret', { PARLEY_SECRET: '12' }],
    ['a bad level', { PARLEY_LOG_LEVEL: 'loud' }],
    ['no mock', { PARLEY_MOCK: 'off' }],
    ['a bad mock', { PARLEY_MOCK: 'yes' }],
  ];

  it.each(cases)('agree about %s', (_, env) => {
    const starter = verdict(() => {
      const { host, port, demo, url, embedded } = readSettings(env, '/srv/parley');
      return { host, port, demo, url, embedded };
    });
    const given = { PARLEY_DATA: '/srv/parley/data', PARLEY_EMBEDDED_DATABASE_URL: 'postgres://o:p@127.0.0.1:20000/parley' };
    const server = verdict(() => {
      const { host, port, demo, publicUrl, database } = loadConfig({ PARLEY_SECRET: SECRET, ...given, ...env });
      return { host, port, demo, url: publicUrl, embedded: database.embedded };
    });
    expect(starter).toEqual(server);
  });
});
