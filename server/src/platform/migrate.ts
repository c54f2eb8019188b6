import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Reader } from './transaction.ts';

const NEWER = 'The data was written by a newer version of Parley. Start that version; nothing was changed.';
const OLDEST_POSTGRES = 15;
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Plain SQL files named `<timestamp>_<what>.sql`, forward only. */
function files(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
      const migrations: Record<string, Migration> = {};
      for (const name of names) {
        const text = await readFile(join(folder, name), 'utf8');
        migrations[name.slice(0, -4)] = {
          up: (db) =>
            sql
              .raw(text)
              .execute(db)
              .then(() => undefined),
        };
      }
      return migrations;
    },
  };
}

/**
 * Brings the schema up to date as the database's owner and makes sure that `parley_app` exists with its password.
 * Two at once serialise. Throws with one clear sentence for a data folder of a newer version.
 * @param upTo the last migration to carry out; all when not given
 * @returns the names of the migrations that were carried out now.
 */
export async function migrate(ownerUrl: string, appPassword: string, upTo?: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await assertUsable(pool);
    await ensureAppRole(pool, appPassword);
    const provider = files(MIGRATIONS);
    if (upTo !== undefined && !Object.hasOwn(await provider.getMigrations(), upTo)) throw new Error(NEWER);
    const migrator = new Migrator({ db, provider });
    const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
    if (error) {
      if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
        throw new Error(NEWER);
      }
      throw error;
    }
    // The job queue's tables are its library's own, in a schema beside ours; it brings them up to date itself.
    await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => {}) });
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** @returns what this version brings and the database has not; asked as `parley_app`, which may read the names */
export async function missingMigrations(reader: Reader): Promise<string[]> {
  expected ??= Object.keys(await files(MIGRATIONS).getMigrations());
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(reader);
  const present = new Set(rows.map(({ name }) => name));
  return expected.filter((name) => !present.has(name));
}
let expected: string[] | undefined;

/** Throws one clear sentence for an outside database that the product cannot work in. */
async function assertUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; version_name: string; encoding: string; owner: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as version_name,
       current_setting('server_encoding') as encoding, pg_has_role(datdba, 'usage') as owner
     from pg_database where datname = current_database()`,
  );
  const [found] = rows;
  if (!found) throw new Error('The database does not know itself.');
  if (found.version < OLDEST_POSTGRES * 10_000)
    throw new Error(`The database is PostgreSQL ${found.version_name}: Parley needs ${OLDEST_POSTGRES} or newer.`);
  if (found.encoding !== 'UTF8') throw new Error(`The database's encoding is ${found.encoding}: create it anew with encoding UTF8.`);
  if (!found.owner) throw new Error('PARLEY_DATABASE_URL must name the role that owns the database (docs/operation.md).');
}

/** In an outside database the owner makes the role; in the embedded one the launcher has made it already. */
async function ensureAppRole(pool: pg.Pool, password: string): Promise<void> {
  const { rows } = await pool.query(
    "select rolcanlogin, rolsuper or rolbypassrls as too_strong from pg_roles where rolname = 'parley_app'",
  );
  const role = rows[0] as { rolcanlogin: boolean; too_strong: boolean } | undefined;
  if (role?.too_strong)
    throw new Error('The database role parley_app may bypass row-level security. Take SUPERUSER and BYPASSRLS from it.');
  if (role) return;
  try {
    await pool.query(`create role parley_app login password '${password}' nosuperuser nobypassrls nocreatedb nocreaterole`);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') {
      throw new Error(
        "The database's owner may not create roles: let the database's administrator run what npm run database-role prints, then start again.",
      );
    }
    throw error;
  }
}

/** The address of the same database for `parley_app`. */
export function appUrl(ownerUrl: string, appPassword: string): string {
  const url = new URL(ownerUrl);
  url.username = 'parley_app';
  url.password = appPassword;
  return url.toString();
}
