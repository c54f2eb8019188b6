import { SUPERUSER } from './postgres-cluster.mjs';
import { Refusal } from './refusal.mjs';
import { derive } from './secret.mjs';

const EXTENSIONS = ['pg_trgm', 'unaccent', 'pgcrypto', 'citext', 'btree_gin', 'pg_stat_statements'];

/** The role that owns every table, and the one the server works as. */
export const OWNER = 'parley_owner';
export const APP = 'parley_app';
export const DATABASE = 'parley';

/**
 * @param {{ secret: string, port: number, role: string, database?: string }} where
 * @returns {string} the address for one of the three roles, its password derived from the secret
 */
export function databaseUrl({ secret, port, role, database = DATABASE }) {
  return `postgres://${role}:${passwordOf(secret, role)}@127.0.0.1:${port}/${database}`;
}

/** @param {string} secret @param {string} role @returns {string} */
export function passwordOf(secret, role) {
  const purpose = { [SUPERUSER]: 'superuser', [OWNER]: 'owner', [APP]: 'app' }[role];
  if (purpose === undefined) throw new Error(`No password is derived for the role ${role}.`);
  return derive(secret, `database:${purpose}`);
}

/**
 * Makes the two roles and the database where they are missing. Neither role is a superuser or passes over row-level security.
 *
 * @param {{ secret: string, port: number }} cluster
 */
export async function provision({ secret, port }) {
  await withConnection(databaseUrl({ secret, port, role: SUPERUSER, database: 'postgres' }), async (client) => {
    const { rows } = await client.query('select rolname as name from pg_roles where rolname = any($1)', [[OWNER, APP]]);
    const present = new Set(rows.map((row) => row.name));
    for (const role of [OWNER, APP]) {
      const attributes = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication';
      if (!present.has(role)) await client.query(`create role ${role} ${attributes} password '${passwordOf(secret, role)}'`);
    }
    const existing = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (existing.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER} template template0`);
  });
  await withConnection(databaseUrl({ secret, port, role: SUPERUSER }), async (client) => {
    const { rows } = await client.query('select extname as name from pg_extension');
    const present = new Set(rows.map((row) => row.name));
    const missing = EXTENSIONS.filter((name) => !present.has(name));
    if (missing.length === 0) return;
    await limitConnections(client, DATABASE);
    for (const name of missing) await client.query(`create extension if not exists ${name}`);
  });
}

/**
 * Makes one more database (the tests give each file its own).
 *
 * @param {{ secret: string, port: number, name: string, template: string }} options
 */
export async function createDatabase({ secret, port, name, template }) {
  await withConnection(databaseUrl({ secret, port, role: SUPERUSER, database: 'postgres' }), async (client) => {
    await client.query(`create database ${quoted(name)} owner ${OWNER} template ${quoted(template)} strategy file_copy`);
    await limitConnections(client, name);
  });
}

/** @param {{ secret: string, port: number, name: string }} options */
export async function dropDatabase({ secret, port, name }) {
  await withConnection(databaseUrl({ secret, port, role: SUPERUSER, database: 'postgres' }), async (client) => {
    await client.query(`drop database if exists ${quoted(name)} with (force)`);
  });
}

/** @param {import('pg').Client} client @param {string} database */
async function limitConnections(client, database) {
  await client.query(`revoke all on database ${quoted(database)} from public`);
  await client.query(`grant connect on database ${quoted(database)} to ${APP}`);
}

/** @param {string} name */
function quoted(name) {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`${name} is no database name.`);
  return `"${name}"`;
}

/**
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withConnection(url, work) {
  // Loaded here because this file is read before anything is installed.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'parley launcher' });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === '28P01') {
      throw new Refusal(
        'PARLEY_SECRET (or secret in the data folder) is not the one this database was made with: give back the former one.',
      );
    }
    throw error;
  } finally {
    await client.end();
  }
}
