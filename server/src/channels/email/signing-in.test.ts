import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { type TokenEndpoint, tokenEndpoint } from '../../../test/microsoft.ts';
import { givenAccount, givenRooms, type TestAccount } from '../../../test/people.ts';
import { givenEnd, givenProviders, providersKey, type TestProviders } from '../../../test/providers.ts';
import { type Connection, providerSecrets } from '../providers/index.ts';
import { openSigningIn, type SigningIn } from './signing-in.ts';

let database: TestDatabase;
let account: TestAccount;
let providers: TestProviders;
let microsoft: TokenEndpoint;
let signing: SigningIn;

beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  providers = await givenProviders(givenRooms(database.db), []);
});
afterAll(async () => {
  await providers.close();
  await database.drop();
});
beforeEach(async () => {
  microsoft = await tokenEndpoint();
  signing = process(microsoft.origin);
});
afterEach(() => microsoft.close());

/** As another process has it. */
const process = (microsoftLoginUrl: string) =>
  openSigningIn({ db: database.db, secrets: providerSecrets(providersKey()), microsoftLoginUrl });
async function mailbox(secrets: Record<string, string>, authentication = 'OAUTH2'): Promise<Connection> {
  const settings = { direction: 'BOTH', authentication, tenantId: 'the tenant', clientId: 'the-client' };
  const { id } = await givenEnd(database.db, account, { type: 'EMAIL', settings, secrets });
  return providers.connection(account.accountId, id);
}
const application = () => mailbox({ clientSecret: 'the-secret' });
const person = () => mailbox({ clientSecret: 'the-secret', refreshToken: 'refresh-0' });
const token = async (connection: Connection, by = signing) => {
  const signIn = await by.signInOf(connection, 'incoming');
  return signIn.kind === 'TOKEN' ? signIn.token : signIn;
};
const held = (connection: Connection) =>
  database.db
    .reader(account.accountId)
    .selectFrom('mailbox_tokens')
    .selectAll()
    .where('channel_application_id', '=', connection.channelApplicationId)
    .executeTakeFirstOrThrow();
/** So long what is held goes on holding. */
const endsIn = (connection: Connection, seconds: number) =>
  sql`update mailbox_tokens set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    where channel_application_id = ${connection.channelApplicationId}::uuid`.execute(database.db.reader(account.accountId));

describe('how mailboxes sign in', () => {
  it('gives each server its own password', async () => {
    const connection = await mailbox({ incomingPassword: 'in', outgoingPassword: 'out' }, 'PASSWORD');
    expect(await signing.signInOf(connection, 'incoming')).toEqual({ kind: 'PASSWORD', password: 'in' });
    expect(await signing.signInOf(connection, 'outgoing')).toEqual({ kind: 'PASSWORD', password: 'out' });
    expect(await signing.refused(connection)).toBe(false);
    expect(microsoft.asked).toEqual([]);
  });

  it('asks for an application’s token as Microsoft documents, once for as long as it holds, whichever process asks', async () => {
    const connection = await application();
    expect(await Promise.all([token(connection), token(connection), token(connection, process(microsoft.origin))])).toEqual(
      Array.from({ length: 3 }, () => 'token-1'),
    );
    expect(microsoft.asked).toEqual([
      {
        path: '/the%20tenant/oauth2/v2.0/token',
        grant_type: 'client_credentials',
        client_id: 'the-client',
        client_secret: 'the-secret',
        scope: 'https://outlook.office365.com/.default',
      },
    ]);
    const row = await held(connection);
    expect(row.access_token?.toString('latin1')).not.toContain('token-1');
  });

  it('renews a token five minutes before its end, and one that was refused', async () => {
    const connection = await application();
    expect(await token(connection)).toBe('token-1');
    await endsIn(connection, 310);
    expect(await token(connection)).toBe('token-1');
    await endsIn(connection, 290);
    expect(await token(connection)).toBe('token-2');
    expect(await signing.refused(connection)).toBe(true);
    expect(await token(connection)).toBe('token-3');
  });

  it('stores each new refresh token, encrypted, and goes on with it (BUG-031)', async () => {
    const connection = await person();
    for (const expected of ['token-1', 'token-2', 'token-3']) {
      // Each time as after a start of the process.
      expect(await token(connection, process(microsoft.origin))).toBe(expected);
      await endsIn(connection, 0);
    }
    expect(microsoft.asked.map((form) => form.refresh_token)).toEqual(['refresh-0', 'refresh-1', 'refresh-2']);
    const { refresh_token } = await held(connection);
    expect(refresh_token?.toString('latin1')).not.toContain('refresh');
    expect(providerSecrets(providersKey()).open(refresh_token ?? Buffer.alloc(0))).toBe('refresh-3');
  });

  it('uses up no refresh token twice where two processes want a token at once', async () => {
    const connection = await person();
    const other = process(microsoft.origin);
    expect(await Promise.all([token(connection), token(connection, other)])).toEqual(['token-1', 'token-1']);
    expect(microsoft.asked).toHaveLength(1);
  });

  it('begins anew with what an admin has set since', async () => {
    const connection = await person();
    await token(connection);
    microsoft.refreshToken = 'signed in again';
    const renewed = { ...connection, secrets: { ...connection.secrets, refreshToken: 'signed in again' } };
    expect(await token(renewed)).toBe('token-2');
  });

  it('does not lose what came of trying a form', async () => {
    const connection = await person();
    const grant = { tenantId: 'the tenant', clientId: 'the-client', clientSecret: 'the-secret', refreshToken: 'refresh-0' };
    expect(await signing.tryGrant(grant)).toEqual({ kind: 'TOKEN', token: 'token-1' });
    expect(await signing.tryGrant(grant)).toEqual({ kind: 'TOKEN', token: 'token-1' });
    expect(await token(connection)).toBe('token-1');
    await endsIn(connection, 0);
    expect(await token(connection)).toBe('token-2');
  });

  it('tells in plain words why there is none: a grant that ended, a wrong application, an endpoint that is away', async () => {
    const ended = await mailbox({ clientSecret: 'the-secret', refreshToken: 'long gone' });
    await expect(token(ended)).rejects.toMatchObject({ problem: 'REFUSED', message: expect.stringContaining('invalid_grant') });
    const unknown = await mailbox({ clientSecret: 'wrong' });
    await expect(token(unknown)).rejects.toMatchObject({ problem: 'REFUSED', message: expect.stringContaining('AADSTS7000215') });
    microsoft.refuses = {
      status: 400,
      body: JSON.stringify({ error: 'invalid_request', error_description: 'AADSTS90002: Tenant not found.' }),
    };
    await expect(token(await application())).rejects.toMatchObject({ problem: 'MISCONFIGURED' });
    microsoft.refuses = { status: 503, body: 'not now' };
    const before = microsoft.asked.length;
    await expect(token(await application())).rejects.toMatchObject({ problem: 'UNREACHABLE' });
    expect(microsoft.asked.length - before).toBe(3);
  });

  it('goes on with a token that still holds while the endpoint is away', async () => {
    const connection = await application();
    await token(connection);
    await endsIn(connection, 100);
    microsoft.refuses = { status: 500, body: '{}' };
    expect(await token(connection)).toBe('token-1');
    await endsIn(connection, -1);
    await expect(token(connection)).rejects.toMatchObject({ problem: 'UNREACHABLE' });
  });
});
