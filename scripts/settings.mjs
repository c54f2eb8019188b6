import { resolve } from 'node:path';
import { Refusal } from './refusal.mjs';
import { isSecret } from './secret.mjs';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * @typedef {object} StartSettings
 * @property {string} host
 * @property {number} port
 * @property {string} dataFolder absolute
 * @property {boolean} demo
 * @property {boolean} mock whether the web application alone is served, on invented answers
 * @property {boolean} embedded whether we run the database
 * @property {string | undefined} secret undefined: the data folder's
 * @property {string} url where people open Parley
 * @property {string} sandboxUrl where people open the sandbox, if there is a demo
 */

/**
 * What the starter itself must know before the long work, checked before anything is installed. The server reads the whole of it again in
 * server/src/config.ts, with the same verdicts (settings.test.mjs compares them).
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root a relative data folder counts from here
 * @returns {StartSettings}
 * @throws {Refusal}
 */
export function readSettings(env, root) {
  /** @param {string} name */
  const given = (name) => (env[name] === '' ? undefined : env[name]);
  const host = given('PARLEY_HOST') ?? '127.0.0.1';
  if (!/^(?:[A-Za-z0-9.-]+|[0-9A-Fa-f:.]+)$/.test(host)) throw new Refusal('PARLEY_HOST must be a host name or an IP address.');
  const port = given('PARLEY_PORT') ?? '8080';
  const sandboxPort = given('PARLEY_SANDBOX_PORT');
  for (const [name, one] of Object.entries({ PARLEY_PORT: port, PARLEY_SANDBOX_PORT: sandboxPort })) {
    if (one !== undefined && (!/^\d{1,5}$/.test(one) || Number(one) < 1 || Number(one) > 65_535))
      throw new Refusal(`${name} must be a number from 1 to 65535.`);
  }
  const secret = given('PARLEY_SECRET');
  if (secret !== undefined && !isSecret(secret)) throw new Refusal('PARLEY_SECRET must be 64 hexadecimal digits.');
  const database = given('PARLEY_DATABASE_URL');
  if (database !== undefined && !/^postgres(ql)?:$/.test(protocolOf(database))) {
    throw new Refusal('PARLEY_DATABASE_URL must be an address like postgres://user:password@host:5432/database.');
  }
  const demo = given('PARLEY_DEMO');
  if (demo !== undefined && demo !== 'on' && demo !== 'off') throw new Refusal('PARLEY_DEMO must be on or off.');
  const publicUrl = given('PARLEY_PUBLIC_URL');
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    throw new Refusal('PARLEY_PUBLIC_URL must be an address like https://chat.example.com, without a path.');
  }
  const level = given('PARLEY_LOG_LEVEL');
  if (level !== undefined && !LOG_LEVELS.includes(level)) throw new Refusal(`PARLEY_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  const mock = given('PARLEY_MOCK');
  if (mock !== undefined && mock !== 'on' && mock !== 'off') throw new Refusal('PARLEY_MOCK must be on or off.');
  const isSignInOutside = given('PARLEY_OIDC_ISSUER') !== undefined;
  const obstacle = demoObstacle({ host, port: Number(port), publicUrl, database, isSignInOutside });
  if (demo === 'on' && obstacle !== undefined) throw new Refusal(`PARLEY_DEMO cannot be on ${obstacle}.`);
  return {
    host,
    port: Number(port),
    dataFolder: resolve(root, given('PARLEY_DATA') ?? './data'),
    demo: demo !== 'off' && obstacle === undefined,
    mock: mock === 'on',
    embedded: database === undefined,
    secret,
    url: publicUrl ?? `http://${hostInUrl(host)}:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort ?? Number(port) + 1}`,
  };
}

/** @param {{ host: string, port: number, publicUrl: string | undefined, database: string | undefined, isSignInOutside: boolean }} values */
function demoObstacle({ host, port, publicUrl, database, isSignInOutside }) {
  if (host !== 'localhost' && host !== '::1' && !/^127(?:\.\d{1,3}){3}$/.test(host)) {
    return `while PARLEY_HOST is ${host}: the demo exists only on a loopback address`;
  }
  if (publicUrl !== undefined) return 'while PARLEY_PUBLIC_URL is set';
  if (database !== undefined) return 'while PARLEY_DATABASE_URL is set';
  if (isSignInOutside) return 'while PARLEY_OIDC_ISSUER is set: the demo signs people in by itself';
  if (port === 65_535) return 'while PARLEY_PORT is 65535: the sandbox needs the next port';
  return undefined;
}

/** @param {string} host */
function hostInUrl(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** @param {string} value */
function protocolOf(value) {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

/** @param {string} value */
function isOrigin(value) {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:');
}
