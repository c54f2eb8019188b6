import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';

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
 * @returns the names of the migrations that were carried out now.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await ensureAppRole(pool, appPassword);
    const { error, results } = await new Migrator({ db, provider: files(MIGRATIONS) }).migrateToLatest();
    if (error) {
      if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
        throw new Error('The data was written by a newer version of Parley. Start that version; nothing was changed.');
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
        "The database's owner may not create roles. As its administrator run: create role parley_app login password '…' (docs/configuration.md tells the password).",
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
