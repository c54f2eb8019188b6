import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../test/database.ts';

const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js');

it('the types of the tables are those of the migrated database (npm run schema -w @parley/server)', async () => {
  const database = await freshDatabase();
  const outFile = fileURLToPath(new URL('./schema.ts', import.meta.url));
  const options = [
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
    '--exclude-pattern',
    '{*.kysely_*,*.pg_*,graphile_worker.*}',
    '--verify',
    '--out-file',
    outFile,
  ];
  const mapping = ['--type-mapping', '{"timestamptz":"string","int8":"number"}'];
  const run = promisify(execFile)(process.execPath, [codegen, '--url', database.ownerUrl, ...options, ...mapping]);
  const outcome = await run.then(
    () => 'equal',
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  );
  await database.drop();
  expect(outcome).toBe('equal');
}, 60_000);
