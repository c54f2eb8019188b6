import './node-version.mjs';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP, passwordOf } from './postgres-roles.mjs';
import { explained, Refusal } from './refusal.mjs';
import { readOrMakeSecret } from './secret.mjs';
import { readSettings } from './settings.mjs';

// `npm run database-role`: what an outside database's administrator runs when its owner may not create roles. The password is
// derived from the secret, which is made when this installation has none yet.
try {
  const { dataFolder, secret } = readSettings(process.env, dirname(dirname(fileURLToPath(import.meta.url))));
  if (secret === undefined) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const password = passwordOf(secret ?? readOrMakeSecret(dataFolder), APP);
  console.log(`create role ${APP} login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}';`);
} catch (error) {
  const told = explained(error);
  console.error(told instanceof Refusal ? told.message : told);
  process.exit(1);
}
