import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import copyStreams from 'pg-copy-streams';
import { hashOfFile } from './backup-folder.mjs';
import { Refusal } from './refusal.mjs';

/**
 * @typedef {import('./backup-folder.mjs').TableCopy} TableCopy
 * @typedef {import('./backup-folder.mjs').SequenceState} SequenceState
 * @typedef {{ schema: string, name: string }} Named
 */

// Which changes of the schema were carried out is said by the schema itself, which a restore makes anew.
const RECORDS_OF_MIGRATIONS = ['public.kysely_migration', 'public.kysely_migration_lock', 'graphile_worker.migrations'];

const OUR_SCHEMAS = "n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'";
const NOT_OF_AN_EXTENSION = "not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')";

/**
 * Copies every table, as one transaction sees them.
 *
 * @param {import('pg').Client} client in a repeatable-read transaction
 * @param {string} folder where the copies go; it has a folder `tables`
 * @returns {Promise<TableCopy[]>}
 */
export async function copyTablesOut(client, folder) {
  const copies = [];
  for (const table of await tablesOf(client)) {
    const columns = await columnsOf(client, table);
    const file = `tables/${table.schema}.${table.name}.copy.gz`;
    const list = columns.map(quoted).join(', ');
    const rows = client.query(copyStreams.to(`copy (select ${list} from ${nameOf(table)}) to stdout`));
    await pipeline(rows, createGzip({ level: 4 }), createWriteStream(join(folder, file), { mode: 0o600 }));
    copies.push({ ...table, columns, rows: rows.rowCount, file, sha256: await hashOfFile(join(folder, file)) });
  }
  return copies;
}

/** @param {import('pg').Client} client @returns {Promise<SequenceState[]>} */
export async function sequencesOf(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OUR_SCHEMAS} and ${NOT_OF_AN_EXTENSION} order by 1, 2`,
  );
  const states = [];
  for (const { schema, name } of rows) {
    const { rows: state } = await client.query(`select last_value::text as last, is_called as called from ${nameOf({ schema, name })}`);
    states.push({ schema, name, last: state[0].last, called: state[0].called });
  }
  return states;
}

/**
 * Fills the tables of a fresh schema. Keys to other tables are taken off for the while and come back with a check of every row, so the
 * order of tables does not matter and nothing that does not fit together gets in.
 *
 * @param {import('pg').Client} client as the owner, in a transaction: all or nothing
 * @param {string} folder
 * @param {{ tables: TableCopy[], sequences: SequenceState[] }} backup
 * @throws {Refusal} when the schema lacks a table of the backup, or a copy holds fewer rows than were written
 */
export async function copyTablesIn(client, folder, { tables, sequences }) {
  const present = new Set((await tablesOf(client)).map(nameOf));
  const lacking = tables.find((table) => !present.has(nameOf(table)));
  if (lacking !== undefined)
    throw new Refusal(`The backup holds ${lacking.name}, which this version of Parley does not know: use a newer one.`);
  const keys = await takeForeignKeysOff(client);
  await client.query(`truncate ${[...present].join(', ')}`);
  for (const table of tables) {
    const target = nameOf(table);
    await client.query(`alter table ${target} disable trigger user`);
    const rows = client.query(copyStreams.from(`copy ${target} (${table.columns.map(quoted).join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
    await client.query(`alter table ${target} enable trigger user`);
    if (rows.rowCount !== table.rows)
      throw new Refusal(`The backup holds ${rows.rowCount} rows of ${table.name} instead of ${table.rows}.`);
  }
  for (const { schema, name, last, called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [nameOf({ schema, name }), last, called]);
  }
  for (const { target, name, definition } of keys) await client.query(`alter table ${target} add constraint ${name} ${definition}`);
}

/** @param {import('pg').Client} client @returns {Promise<{ target: string, name: string, definition: string }[]>} */
async function takeForeignKeysOff(client) {
  const { rows } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as target, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OUR_SCHEMAS} order by 1, 2`,
  );
  for (const { target, name } of rows) await client.query(`alter table ${target} drop constraint ${name}`);
  return rows;
}

/**
 * Tables that hold rows of ours; of a partitioned one the whole, whose parts the schema makes.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<Named[]>}
 */
export async function tablesOf(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${OUR_SCHEMAS} and ${NOT_OF_AN_EXTENSION}
       and n.nspname || '.' || c.relname <> all($1) order by 1, 2`,
    [RECORDS_OF_MIGRATIONS],
  );
  return rows;
}

/** @param {import('pg').Client} client @param {Named} table @returns {Promise<string[]>} without those that are computed */
async function columnsOf(client, table) {
  const { rows } = await client.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [nameOf(table)],
  );
  return rows.map(({ name }) => name);
}

/** @param {Named} named */
function nameOf({ schema, name }) {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** @param {string} name */
function quoted(name) {
  return `"${name.replaceAll('"', '""')}"`;
}
