import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, isLoopback, loadConfig } from './config.ts';
import { originsOf } from './config-web.ts';
import { SETTINGS } from './platform/settings.ts';

const SECRET = 'ab'.repeat(32);
const GIVEN = {
  PARLEY_DATA: '/srv/parley',
  PARLEY_SECRET: SECRET,
  PARLEY_EMBEDDED_DATABASE_URL: 'postgres://parley_owner:x@127.0.0.1:20001/parley',
};

describe('loadConfig', () => {
  it('fills in the defaults, with the demo', () => {
    const config = loadConfig(GIVEN);
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8080,
      proveReads: false,
      listenPort: 8080,
      dataFolder: '/srv/parley',
      database: { ownerUrl: GIVEN.PARLEY_EMBEDDED_DATABASE_URL, embedded: true },
      publicUrl: 'http://127.0.0.1:8080',
      secret: SECRET,
      uploadLimits: {
        uploadLimit: 26_214_400,
        byKind: { picture: 26_214_400, video: 26_214_400, audio: 26_214_400, other: 26_214_400 },
      },
      sockets: { perNetwork: 5000, perClient: 50 },
      filesBucket: undefined,
      demo: true,
      sandboxUrl: 'http://localhost:8081',
      logLevel: 'info',
      trustedProxies: ['127.0.0.0/8', '::1'],
      nats: undefined,
      mail: undefined,
      push: undefined,
      viberApiUrl: 'http://127.0.0.1:8081/providers/viber-bot/pa',
      microsoftLoginUrl: 'https://login.microsoftonline.com',
      mailboxNetworks: ['127.0.0.0/8', '::1'],
      web: { apiUrl: null, socket: { url: null, sendInterval: 10_000, receiveTimeout: 5000 } },
      outsideProvider: undefined,
      metricsToken: undefined,
      traceUrl: undefined,
      sentryDsn: undefined,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('listens elsewhere in development, and is still reached at its port', () => {
    const config = loadConfig({ ...GIVEN, PARLEY_LISTEN_PORT: '8082' });
    expect([config.listenPort, config.port, config.publicUrl]).toEqual([8082, 8080, 'http://127.0.0.1:8080']);
  });

  it('takes several proxies', () => {
    expect(loadConfig({ ...GIVEN, PARLEY_TRUSTED_PROXIES: '10.0.0.5, fd00::/8' }).trustedProxies).toEqual(['10.0.0.5', 'fd00::/8']);
  });

  it('lets mailboxes name servers of our own network only where it says so', () => {
    const networksOf = (given: Record<string, string>) => loadConfig({ ...GIVEN, PARLEY_DEMO: 'off', ...given }).mailboxNetworks;
    expect(networksOf({})).toEqual([]);
    expect(networksOf({ PARLEY_MAILBOX_NETWORKS: '10.1.0.0/16, fd00::7' })).toEqual(['10.1.0.0/16', 'fd00::7']);
    expect(() => networksOf({ PARLEY_MAILBOX_NETWORKS: 'mail.example' })).toThrow('PARLEY_MAILBOX_NETWORKS must be IP addresses');
  });

  it('takes one NATS or several, with what they ask for', () => {
    const natsOf = (PARLEY_NATS_URL: string) => loadConfig({ ...GIVEN, PARLEY_NATS_URL }).nats;
    const bare = { isEncrypted: false, user: undefined, password: undefined };
    expect(natsOf('nats://127.0.0.1:4222')).toEqual({ ...bare, servers: ['127.0.0.1:4222'] });
    expect(natsOf('tls://parley:p%40ss@one.example.com:4333, tls://two.example.com')).toEqual({
      servers: ['one.example.com:4333', 'two.example.com'],
      isEncrypted: true,
      user: 'parley',
      password: 'p@ss',
    });
    expect(natsOf('nats://token@nats.example.com')).toEqual({ ...bare, servers: ['nats.example.com'], user: 'token' });
  });

  it('takes an empty variable as not set', () => {
    expect(loadConfig({ ...GIVEN, PARLEY_PORT: '', PARLEY_DEMO: '' }).port).toBe(8080);
  });

  it('prefers the outside database, and then has no demo', () => {
    const config = loadConfig({ ...GIVEN, PARLEY_DATABASE_URL: 'postgresql://a:b@db:5432/parley' });
    expect(config.database).toEqual({ ownerUrl: 'postgresql://a:b@db:5432/parley', embedded: false });
    expect(config.demo).toBe(false);
    expect(config.sandboxUrl).toBeUndefined();
  });

  it.each([
    ['PARLEY_HOST', '0.0.0.0'],
    ['PARLEY_HOST', '192.0.2.7'],
    ['PARLEY_PUBLIC_URL', 'https://chat.example.com'],
    ['PARLEY_DATABASE_URL', 'postgres://a:b@db/parley'],
    ['PARLEY_OIDC_ISSUER', 'https://id.example.com/realms/company'],
    ['PARLEY_PORT', '65535'],
  ])('has no demo with %s=%s, and refuses it when asked for', (name, value) => {
    expect(loadConfig({ ...GIVEN, [name]: value }).demo).toBe(false);
    expect(() => loadConfig({ ...GIVEN, [name]: value, PARLEY_DEMO: 'on' })).toThrow(new RegExp(`^PARLEY_DEMO cannot be on while ${name}`));
  });

  it('finds the sandbox at the next port, or where it is said to be', () => {
    const { port } = loadConfig(GIVEN);
    expect(loadConfig(GIVEN).sandboxUrl).toBe(`http://localhost:${port + 1}`);
    const moved = loadConfig({ ...GIVEN, PARLEY_SANDBOX_PORT: '9321' });
    expect(moved.sandboxUrl).toBe('http://localhost:9321');
    expect(moved.viberApiUrl).toContain(':9321/');
  });

  it.each([
    ['PARLEY_PORT', '0'],
    ['PARLEY_PORT', '65536'],
    ['PARLEY_PORT', '80a'],
    ['PARLEY_HOST', 'a host'],
    ['PARLEY_DATA', 'data'],
    ['PARLEY_DATABASE_URL', 'mysql://a/b'],
    ['PARLEY_PUBLIC_URL', 'chat.example.com'],
    ['PARLEY_PUBLIC_URL', 'https://example.com/chat'],
    ['PARLEY_PUBLIC_URL', 'ftp://example.com'],
    ['PARLEY_SECRET', 'short'],
    ['PARLEY_DEMO', 'yes'],
    ['PARLEY_LOG_LEVEL', 'loud'],
    ['PARLEY_TRUSTED_PROXIES', 'everybody'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.1,'],
    ['PARLEY_NATS_URL', 'nats.example.com:4222'],
    ['PARLEY_NATS_URL', 'http://nats.example.com:4222'],
    ['PARLEY_NATS_URL', 'nats://nats.example.com/parley'],
    ['PARLEY_NATS_URL', 'nats://one.example.com,tls://other.example.com'],
    ['PARLEY_NATS_URL', 'nats://one.example.com,'],
    ['PARLEY_SMTP_URL', 'mail.example.com'],
    ['PARLEY_SMTP_URL', 'http://mail.example.com'],
    ['PARLEY_SMTP_URL', 'smtp://user@mail.example.com'],
    ['PARLEY_SMTP_URL', 'smtp://mail.example.com/box'],
    ['PARLEY_MAIL_FROM', 'Parley'],
    ['PARLEY_MAIL_FROM', 'Parley <parley@example.com>, x@example.com'],
    ['PARLEY_METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['SENTRY_DSN', 'https://sentry.example.com/1'],
    ['PARLEY_UPLOAD_LIMIT_MB', '0'],
    ['PARLEY_UPLOAD_LIMIT_VIDEO_MB', '26'],
    ['PARLEY_UPLOAD_LIMIT_OTHER_MB', '0'],
    ['PARLEY_SOCKETS_PER_ADDRESS', '0'],
    ['PARLEY_SOCKETS_PER_ADDRESS', 'many'],
    ['PARLEY_SOCKETS_PER_PERSON', '1001'],
    ['PARLEY_UPLOAD_LIMIT_MB', '2001'],
    ['PARLEY_UPLOAD_LIMIT_MB', '25MB'],
    ['PARLEY_FILES_S3_BUCKET', 'Not a bucket'],
    ['PARLEY_FILES_S3_ENDPOINT', 's3.example.com'],
    ['PARLEY_FILES_S3_REGION', 'the north'],
    ['PARLEY_OIDC_ISSUER', 'http://id.example.com/realms/company'],
    ['PARLEY_OIDC_ISSUER', 'id.example.com'],
    ['PARLEY_OIDC_SCOPE', 'profile email'],
    ['PARLEY_OIDC_ROLES', 'boss=cc-boss'],
    ['PARLEY_OIDC_ROLES', 'agent'],
    ['PARLEY_OIDC_ROLE_CLAIM', 'the role'],
    ['PARLEY_OIDC_CHECK_SECONDS', '5'],
    ['PARLEY_KEYCLOAK_URL', 'http://id.example.com'],
    ['PARLEY_API_URL', 'api.example.com'],
    ['PARLEY_API_URL', 'http://api.example.com/api'],
    ['PARLEY_API_URL', 'https://api.example.com/api?'],
    ['PARLEY_API_URL', 'https://user:word@api.example.com'],
    ['PARLEY_WEBSOCKET_URL', 'https://live.example.com/ws'],
    ['PARLEY_WEBSOCKET_URL', 'ws://live.example.com/ws'],
    ['PARLEY_WEBSOCKET_SEND_INTERVAL_MS', '999'],
    ['PARLEY_WEBSOCKET_SEND_INTERVAL_MS', '10s'],
    ['PARLEY_WEBSOCKET_RECEIVE_TIMEOUT_MS', '60001'],
    ['PARLEY_MOCK', 'yes'],
    ['PARLEY_PUSH_CONTACT', 'admin@example.com'],
    ['PARLEY_PUSH_CONTACT', 'http://example.com'],
    ['PARLEY_PUSH_SERVICES', 'https://push.example.com'],
    ['PARLEY_PUSH_SERVICES', 'push.example.com,'],
    ['PARLEY_PUSH_SERVICES', '*'],
    ['PARLEY_PUSH_SERVICES', '*.com'],
    ['PARLEY_PUSH_SERVICES', '10.0.0.5'],
    ['PARLEY_PUSH_SERVICES', 'http://10.0.0.5:80'],
    ['PARLEY_PUSH_SERVICES', 'localhost'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const attempt = () => loadConfig({ ...GIVEN, [name]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${name} must [^\n]+\\.$`));
  });

  it('takes the addresses of API and websocket without a slash at the end, and in clear on this machine alone', () => {
    const given = { PARLEY_API_URL: 'https://api.example.com/v1/', PARLEY_WEBSOCKET_URL: 'ws://127.0.0.1:9000/ws' };
    const times = { PARLEY_WEBSOCKET_SEND_INTERVAL_MS: '20000', PARLEY_WEBSOCKET_RECEIVE_TIMEOUT_MS: '2000' };
    const { web } = loadConfig({ ...GIVEN, ...given, ...times });
    expect(web).toEqual({
      apiUrl: 'https://api.example.com/v1',
      socket: { url: 'ws://127.0.0.1:9000/ws', sendInterval: 20_000, receiveTimeout: 2000 },
    });
    expect(originsOf(web)).toEqual(['https://api.example.com', 'ws://127.0.0.1:9000']);
    expect(() => loadConfig({ ...GIVEN, PARLEY_MOCK: 'on' })).toThrow('PARLEY_MOCK is for npm start, which then starts no server.');
  });

  it('pushes to closed pages with a contact alone, by the services of the browsers unless others are named', () => {
    expect(loadConfig({ ...GIVEN, PARLEY_PUSH_SERVICES: 'push.example.com' }).push).toBeUndefined();
    const given = { ...GIVEN, PARLEY_PUSH_CONTACT: 'mailto:admin@example.com' };
    expect(loadConfig(given).push).toMatchObject({ contact: 'mailto:admin@example.com' });
    expect(loadConfig(given).push?.services).toContain('fcm.googleapis.com');
    const services = 'push.example.com, *.push.example.com, http://127.0.0.1:9000';
    expect(loadConfig({ ...given, PARLEY_PUSH_SERVICES: services }).push?.services).toEqual(services.split(', '));
  });

  it('takes the settings of a bucket together, and refuses half of them', () => {
    const bucket = { PARLEY_FILES_S3_BUCKET: 'parley-files', PARLEY_FILES_S3_ENDPOINT: 'https://s3.example.com' };
    const key = { PARLEY_FILES_S3_ACCESS_KEY: 'invented', PARLEY_FILES_S3_SECRET_KEY: 'secret' };
    expect(loadConfig({ ...GIVEN, ...bucket, ...key }).filesBucket).toEqual({
      bucket: 'parley-files',
      region: 'us-east-1',
      endpoint: 'https://s3.example.com',
      credentials: { accessKeyId: 'invented', secretAccessKey: 'secret' },
    });
    expect(loadConfig({ ...GIVEN, PARLEY_FILES_S3_BUCKET: 'parley-files' }).filesBucket?.credentials).toBeUndefined();
    expect(() => loadConfig({ ...GIVEN, ...bucket, PARLEY_FILES_S3_ACCESS_KEY: 'invented' })).toThrow(/belong together/);
    expect(() => loadConfig({ ...GIVEN, ...key })).toThrow(/^PARLEY_FILES_S3_BUCKET must be given/);
  });

  it('sends mail by a server only with a sender', () => {
    const PARLEY_SMTP_URL = 'smtps://user:p%40ss@mail.example.com';
    expect(loadConfig({ ...GIVEN, PARLEY_SMTP_URL, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' }).mail).toEqual({
      smtpUrl: PARLEY_SMTP_URL,
      from: 'Parley <parley@example.com>',
    });
    expect(() => loadConfig({ ...GIVEN, PARLEY_SMTP_URL })).toThrow('PARLEY_MAIL_FROM must be given with PARLEY_SMTP_URL.');
  });

  describe('of an outside provider', () => {
    const ISSUER = 'https://id.example.com/realms/company';

    it('are the claims and roles of Keycloak, unless others are named', () => {
      const plain = loadConfig({ ...GIVEN, PARLEY_OIDC_ISSUER: ISSUER }).outsideProvider;
      expect(plain).toMatchObject({
        issuer: ISSUER,
        clientId: 'parley-web',
        claims: { account: 'account_id', role: 'resource_access.gateway.roles', email: 'email' },
        roles: { agent: 'agent', superAdmin: 'superAdmin' },
        accountUrl: `${ISSUER}/account`,
        checkSeconds: 60,
      });
      expect(plain?.keycloak).toBeUndefined();
      const named = { PARLEY_OIDC_ROLE_CLAIM: 'https://company.example/role', PARLEY_OIDC_ROLES: 'agent = cc-agent, admin=cc-admin' };
      expect(loadConfig({ ...GIVEN, PARLEY_OIDC_ISSUER: ISSUER, ...named }).outsideProvider).toMatchObject({
        claims: { role: 'https://company.example/role' },
        roles: { agent: 'cc-agent', supervisor: 'supervisor', admin: 'cc-admin' },
      });
      expect(() => loadConfig({ ...GIVEN, PARLEY_OIDC_ISSUER: ISSUER, PARLEY_OIDC_ROLES: 'agent=admin' })).toThrow(
        /^PARLEY_OIDC_ROLES must/,
      );
    });

    it('lead to the administration of Keycloak, or say what is missing', () => {
      const client = { PARLEY_KEYCLOAK_CLIENT_ID: 'parley-people', PARLEY_KEYCLOAK_CLIENT_SECRET: 'invented' };
      expect(loadConfig({ ...GIVEN, PARLEY_OIDC_ISSUER: ISSUER, ...client }).outsideProvider?.keycloak).toEqual({
        url: 'https://id.example.com',
        realm: 'company',
        clientId: 'parley-people',
        clientSecret: 'invented',
        rolesClient: 'gateway',
      });
      const elsewhere = { PARLEY_OIDC_ISSUER: 'https://login.example.com/', ...client };
      expect(() => loadConfig({ ...GIVEN, ...elsewhere })).toThrow(/^PARLEY_KEYCLOAK_URL and PARLEY_KEYCLOAK_REALM must be given/);
      expect(() => loadConfig({ ...GIVEN, ...client })).toThrow(/^PARLEY_OIDC_ISSUER must be given/);
      const half = { PARLEY_OIDC_ISSUER: ISSUER, PARLEY_KEYCLOAK_CLIENT_ID: 'parley-people' };
      expect(() => loadConfig({ ...GIVEN, ...half })).toThrow(/belong together/);
    });
  });

  it('refuses to go without a secret or a database', () => {
    expect(() => loadConfig({ ...GIVEN, PARLEY_SECRET: undefined })).toThrow('PARLEY_SECRET must be given.');
    expect(() => loadConfig({ ...GIVEN, PARLEY_EMBEDDED_DATABASE_URL: undefined })).toThrow(/^PARLEY_DATABASE_URL must be given/);
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:8080'],
    ['localhost', 'http://localhost:8080'],
  ])('opens a server that listens on %s at %s', (host, url) => {
    expect(loadConfig({ ...GIVEN, PARLEY_HOST: host }).publicUrl).toBe(url);
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('holds for %s', (host) => expect(isLoopback(host)).toBe(true));
  it.each(['0.0.0.0', '::', '127.0.0.1.example.com', '10.0.0.1', 'localhost.example.com'])('does not hold for %s', (host) =>
    expect(isLoopback(host)).toBe(false),
  );
});

describe('docs/configuration.md', () => {
  it('has exactly the settings that exist', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    // The formatter pads the cells of a table.
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replace(/ +\|/g, ' |'));
    expect(rows).toEqual(SETTINGS.map((setting) => `| \`${setting.name}\` | ${setting.meaning} | ${setting.default} |`));
  });

  it('has a row for every variable that the server takes', () => {
    const source = ['./config.ts', './config-sign-in.ts', './config-bus.ts', './config-push.ts', './config-providers.ts', './config-web.ts']
      .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
      .join('');
    const read = [...source.matchAll(/^ {2}([A-Z]+_[A-Z0-9_]+):/gm)]
      .map((match) => match[1])
      .filter((name) => !['PARLEY_EMBEDDED_DATABASE_URL', 'PARLEY_LISTEN_PORT', 'PARLEY_PROVE_READS'].includes(name ?? ''));
    expect(read.toSorted()).toEqual(SETTINGS.map((setting) => setting.name).toSorted());
  });
});
