import './node-version.mjs';
import { existsSync } from 'node:fs';
import { holding, presentSecret, runDataCommand } from './data-command.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { hasCluster } from './postgres-cluster.mjs';
import { OWNER, databaseUrl as urlOf } from './postgres-roles.mjs';
import { Refusal } from './refusal.mjs';
import { runNode } from './tool.mjs';

// `npm run password-link -- <address>`: a link for a new password, for who has nobody to ask. While Parley runs or not.
await runDataCommand(async ({ root, node, dataFolder, databaseUrl, progress, args: [email = ''] }) => {
  if (email === '') throw new Refusal('Whose? For instance: npm run password-link -- you@example.com');
  const embedded = databaseUrl === undefined;
  if (!existsSync(dataFolder) || (embedded && !hasCluster(dataFolder))) throw new Refusal(`There is no data in ${dataFolder}.`);
  const secret = presentSecret(dataFolder);
  const make = async (/** @type {string | undefined} */ ownerUrl) => {
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...process.env, PARLEY_DATA: dataFolder, PARLEY_SECRET: secret, PARLEY_LOG_LEVEL: 'silent' };
    if (ownerUrl !== undefined) env.PARLEY_EMBEDDED_DATABASE_URL = ownerUrl;
    const { how, output } = await runNode({ root, node, args: ['server/src/main.ts', 'password-link', email], show: false, env });
    const said = output.trim().split('\n').at(-1) ?? '';
    if (how !== undefined) throw new Refusal(said || `The link could not be made (${how}).`);
    return said;
  };
  const link = embedded
    ? await holding(
        dataFolder,
        async () => {
          const postgres = await startEmbeddedPostgres({ dataFolder, secret, progress });
          try {
            return await make(postgres.ownerUrl);
          } finally {
            await postgres.stop();
          }
        },
        (port) => make(urlOf({ secret, port, role: OWNER })),
      )
    : await make(undefined);
  return ['By this link a new password is chosen, once and within 24 hours. It is not shown again:', link];
});
