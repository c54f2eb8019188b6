import './node-version.mjs';
import { existsSync } from 'node:fs';
import { folderOf, holding, presentSecret, runDataCommand } from './data-command.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { hasCluster } from './postgres-cluster.mjs';
import { OWNER, databaseUrl as urlOf } from './postgres-roles.mjs';
import { Refusal } from './refusal.mjs';
import { saveData } from './save-data.mjs';

// `npm run backup -- <folder>`: the database and the files, while Parley runs or not.
await runDataCommand(async ({ root, dataFolder, databaseUrl, progress, args }) => {
  const folder = folderOf(args[0], 'npm run backup -- /backups/monday');
  const embedded = databaseUrl === undefined;
  if (!existsSync(dataFolder) || (embedded && !hasCluster(dataFolder))) throw new Refusal(`There is no data in ${dataFolder} to back up.`);
  const secret = presentSecret(dataFolder);
  const save = (/** @type {string} */ ownerUrl) => saveData({ root, folder, ownerUrl, dataFolder, secret, progress });
  const manifest = embedded
    ? await holding(
        dataFolder,
        async () => {
          const postgres = await startEmbeddedPostgres({ dataFolder, secret, progress });
          try {
            return await save(postgres.ownerUrl);
          } finally {
            await postgres.stop();
          }
        },
        (port) => save(urlOf({ secret, port, role: OWNER })),
      )
    : await save(databaseUrl);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files to ${folder}`,
    'Keep the secret (secret of the data folder, or PARLEY_SECRET) in another place: without it the backup cannot be restored.',
  ];
});
