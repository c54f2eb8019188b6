import { isAbsolute } from 'node:path';
import type { FileLimits } from '@parley/contract';
import { z } from 'zod';
import { BUS_ENVIRONMENT, type NatsAddress, natsOf } from './config-bus.ts';
import { isNetwork, mailboxNetworksOf, PROVIDERS_ENVIRONMENT, viberApiUrlOf } from './config-providers.ts';
import { PUSH_ENVIRONMENT, type PushSettings, pushOf } from './config-push.ts';
import { type OutsideProvider, outsideProviderOf, SIGN_IN_ENVIRONMENT } from './config-sign-in.ts';
import { WEB_ENVIRONMENT, type WebAddresses, webAddressesOf } from './config-web.ts';

export type { OutsideProvider };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface FilesBucket {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** The server's settings, read once. Frozen. */
export type Config = {
  readonly host: string;
  /** Where people reach it, unless publicUrl says otherwise. */
  readonly port: number;
  /** Where to listen: differs from port only in development, where Vite stands in front. */
  readonly listenPort: number;
  /** Whether reads that go out as they are are compared with the contract: in tests and development. */
  readonly proveReads: boolean;
  /** Absolute. */
  readonly dataFolder: string;
  readonly database: {
    /** Signs in as the owner of the database. */
    readonly ownerUrl: string;
    /** Whether it is the embedded one, whose roles the starter has made. */
    readonly embedded: boolean;
  };
  /** Origin by which people reach Parley, without a slash at its end. */
  readonly publicUrl: string;
  /** 64 hexadecimal digits. */
  readonly secret: string;
  /** Bytes of the largest upload, of any kind and of each. */
  readonly uploadLimits: Readonly<FileLimits>;
  /** How many may be open at the same time. */
  readonly sockets: { readonly perNetwork: number; readonly perClient: number };
  /** Where files lie; undefined: on the disk, in the data folder. */
  readonly filesBucket: FilesBucket | undefined;
  readonly demo: boolean;
  /** Origin of the sandbox; undefined without the demo. */
  readonly sandboxUrl: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** By which several processes tell each other what happens; undefined: there is one. */
  readonly nats: NatsAddress | undefined;
  /** Undefined: no mail leaves. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Undefined: nothing is pushed to closed pages. */
  readonly push: PushSettings | undefined;
  /** Where Viber's bots are reached. */
  readonly viberApiUrl: string;
  /** Where mailboxes of Microsoft 365 ask for tokens, without a slash at its end. */
  readonly microsoftLoginUrl: string;
  /** Addresses and ranges of our own network in which mailboxes may name servers. */
  readonly mailboxNetworks: readonly string[];
  /** Where the web application finds API and websocket. */
  readonly web: WebAddresses;
  /** Where people sign in; undefined: at our own provider. */
  readonly outsideProvider: OutsideProvider | undefined;
  /** Undefined: `/metrics` is for this machine alone. */
  readonly metricsToken: string | undefined;
  /** Undefined: no traces. */
  readonly traceUrl: string | undefined;
  /** Undefined: errors are not reported. */
  readonly sentryDsn: string | undefined;
};

/** A wrong setting. Its message is one line that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const DATABASE_URL = z
  .string()
  .refine((value) => /^postgres(ql)?:$/.test(protocolOf(value)), 'must be an address like postgres://user:password@host:5432/database');

const PORT = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535, 'must be a number from 1 to 65535');

const countTo = (most: number) =>
  z
    .string()
    .refine((value) => /^\d{1,7}$/.test(value) && Number(value) >= 1 && Number(value) <= most, `must be a number from 1 to ${most}`);

/** What is read of the environment. */
const OURS = /^(?:PARLEY_\w+|OTEL_EXPORTER_OTLP_ENDPOINT|SENTRY_DSN)$/;

// PARLEY_EMBEDDED_DATABASE_URL, PARLEY_LISTEN_PORT and PARLEY_PROVE_READS pass from the starter to the server and are nobody's to set.
const ENVIRONMENT = z.object({
  PARLEY_HOST: z
    .string()
    .regex(/^(?:[A-Za-z0-9.-]+|[0-9A-Fa-f:.]+)$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  PARLEY_PORT: PORT.default('8080'),
  PARLEY_LISTEN_PORT: PORT.optional(),
  PARLEY_SANDBOX_PORT: PORT.optional(),
  PARLEY_PROVE_READS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  PARLEY_DATA: z.string('must name the data folder').refine(isAbsolute, 'must be an absolute path here; the starter makes it one'),
  PARLEY_DATABASE_URL: DATABASE_URL.optional(),
  PARLEY_EMBEDDED_DATABASE_URL: DATABASE_URL.optional(),
  PARLEY_PUBLIC_URL: z.string().refine(isOrigin, 'must be an address like https://chat.example.com, without a path').optional(),
  PARLEY_SECRET: z.string('must be given').regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
  PARLEY_UPLOAD_LIMIT_MB: countTo(2000).default('25'),
  PARLEY_UPLOAD_LIMIT_PICTURE_MB: countTo(2000).optional(),
  PARLEY_UPLOAD_LIMIT_VIDEO_MB: countTo(2000).optional(),
  PARLEY_UPLOAD_LIMIT_AUDIO_MB: countTo(2000).optional(),
  PARLEY_UPLOAD_LIMIT_OTHER_MB: countTo(2000).optional(),
  PARLEY_SOCKETS_PER_ADDRESS: countTo(1_000_000).default('5000'),
  PARLEY_SOCKETS_PER_PERSON: countTo(1000).default('50'),
  PARLEY_FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  PARLEY_FILES_S3_ENDPOINT: z.string().refine(isWebAddress, 'must be an address like https://s3.example.com').optional(),
  PARLEY_FILES_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .default('us-east-1'),
  PARLEY_FILES_S3_ACCESS_KEY: z.string().optional(),
  PARLEY_FILES_S3_SECRET_KEY: z.string().optional(),
  PARLEY_DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  PARLEY_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  PARLEY_TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isNetwork), 'must be IP addresses or ranges like 10.1.0.0/16, parted by commas')
    .default(['127.0.0.0/8', '::1']),
  PARLEY_SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be an address like smtp://user:password@mail.example.com:587 or smtps://mail.example.com')
    .optional(),
  PARLEY_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
      'must be an address like parley@example.com or Parley <parley@example.com>',
    )
    .optional(),
  ...BUS_ENVIRONMENT,
  ...PUSH_ENVIRONMENT,
  ...PROVIDERS_ENVIRONMENT,
  ...WEB_ENVIRONMENT,
  ...SIGN_IN_ENVIRONMENT,
  PARLEY_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without blanks')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isWebAddress, 'must be an address like http://127.0.0.1:4318').optional(),
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/\w+@[\w.:[\]-]+\/(?:[\w.-]+\/)*\d+$/, 'must be an address like https://key@sentry.example.com/1')
    .optional(),
});

/**
 * The settings of the server process. An empty variable counts as not set.
 *
 * @throws {ConfigError} for the first wrong value
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => OURS.test(name) && value !== ''));
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}.`);
  }
  const values = parsed.data;
  const port = Number(values.PARLEY_PORT);
  const ownerUrl = values.PARLEY_DATABASE_URL ?? values.PARLEY_EMBEDDED_DATABASE_URL;
  if (ownerUrl === undefined) throw new ConfigError('PARLEY_DATABASE_URL must be given when the server is started without npm start.');
  const demo = decideDemo(values, port);
  const origin = `http://${hostInUrl(values.PARLEY_HOST)}:${port}`;
  const sandboxPort = values.PARLEY_SANDBOX_PORT ?? port + 1;
  return Object.freeze({
    host: values.PARLEY_HOST,
    port,
    listenPort: Number(values.PARLEY_LISTEN_PORT ?? port),
    proveReads: values.PARLEY_PROVE_READS === 'on',
    dataFolder: values.PARLEY_DATA,
    database: Object.freeze({ ownerUrl, embedded: values.PARLEY_DATABASE_URL === undefined }),
    publicUrl: new URL(values.PARLEY_PUBLIC_URL ?? origin).origin,
    secret: values.PARLEY_SECRET,
    uploadLimits: uploadLimitsOf(values),
    sockets: Object.freeze({
      perNetwork: Number(values.PARLEY_SOCKETS_PER_ADDRESS),
      perClient: Number(values.PARLEY_SOCKETS_PER_PERSON),
    }),
    filesBucket: filesBucketOf(values),
    demo,
    sandboxUrl: demo ? `http://localhost:${sandboxPort}` : undefined,
    logLevel: values.PARLEY_LOG_LEVEL,
    trustedProxies: Object.freeze(values.PARLEY_TRUSTED_PROXIES),
    nats: natsOf(values),
    mail: mailOf(values),
    push: pushOf(values),
    viberApiUrl: viberApiUrlOf(values, demo ? `http://127.0.0.1:${sandboxPort}` : null),
    microsoftLoginUrl: values.PARLEY_MICROSOFT_LOGIN_URL.replace(/\/$/, ''),
    mailboxNetworks: mailboxNetworksOf(values, demo),
    web: webAddressesOf(values),
    outsideProvider: outsideProviderOf(values, (line) => {
      throw new ConfigError(line);
    }),
    metricsToken: values.PARLEY_METRICS_TOKEN,
    traceUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    sentryDsn: values.SENTRY_DSN,
  });
}

function uploadLimitsOf(values: z.infer<typeof ENVIRONMENT>): Readonly<FileLimits> {
  const whole = Number(values.PARLEY_UPLOAD_LIMIT_MB);
  const bytesOf = (kind: 'PICTURE' | 'VIDEO' | 'AUDIO' | 'OTHER') => {
    const megabytes = Number(values[`PARLEY_UPLOAD_LIMIT_${kind}_MB`] ?? whole);
    if (megabytes > whole) throw new ConfigError(`PARLEY_UPLOAD_LIMIT_${kind}_MB must not be more than PARLEY_UPLOAD_LIMIT_MB.`);
    return megabytes * 1024 * 1024;
  };
  const byKind = { picture: bytesOf('PICTURE'), video: bytesOf('VIDEO'), audio: bytesOf('AUDIO'), other: bytesOf('OTHER') };
  return Object.freeze({ uploadLimit: whole * 1024 * 1024, byKind: Object.freeze(byKind) });
}

function filesBucketOf(values: z.infer<typeof ENVIRONMENT>): FilesBucket | undefined {
  const { PARLEY_FILES_S3_ACCESS_KEY: accessKeyId, PARLEY_FILES_S3_SECRET_KEY: secretAccessKey } = values;
  const bucket = values.PARLEY_FILES_S3_BUCKET;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new ConfigError('PARLEY_FILES_S3_ACCESS_KEY and PARLEY_FILES_S3_SECRET_KEY belong together: set both or neither.');
  if (bucket === undefined) {
    if (values.PARLEY_FILES_S3_ENDPOINT !== undefined || accessKeyId !== undefined)
      throw new ConfigError('PARLEY_FILES_S3_BUCKET must be given with the other settings of the storage.');
    return undefined;
  }
  return Object.freeze({
    bucket,
    region: values.PARLEY_FILES_S3_REGION,
    endpoint: values.PARLEY_FILES_S3_ENDPOINT,
    credentials: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
  });
}

function mailOf({ PARLEY_SMTP_URL: smtpUrl, PARLEY_MAIL_FROM: from }: z.infer<typeof ENVIRONMENT>): Config['mail'] {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined) throw new ConfigError('PARLEY_MAIL_FROM must be given with PARLEY_SMTP_URL.');
  return Object.freeze({ smtpUrl, from });
}

/**
 * The demo signs people in with one click, so it must never be reachable from elsewhere: loopback only, and no sign of a reverse proxy
 * or a production database.
 */
function decideDemo(values: z.infer<typeof ENVIRONMENT>, port: number): boolean {
  if (values.PARLEY_DEMO === 'off') return false;
  const obstacle = demoObstacle(values, port);
  if (obstacle !== undefined && values.PARLEY_DEMO === 'on') throw new ConfigError(`PARLEY_DEMO cannot be on ${obstacle}.`);
  return obstacle === undefined;
}

function demoObstacle(values: z.infer<typeof ENVIRONMENT>, port: number): string | undefined {
  if (!isLoopback(values.PARLEY_HOST)) return `while PARLEY_HOST is ${values.PARLEY_HOST}: the demo exists only on a loopback address`;
  if (values.PARLEY_PUBLIC_URL !== undefined) return 'while PARLEY_PUBLIC_URL is set';
  if (values.PARLEY_DATABASE_URL !== undefined) return 'while PARLEY_DATABASE_URL is set';
  if (values.PARLEY_OIDC_ISSUER !== undefined) return 'while PARLEY_OIDC_ISSUER is set: the demo signs people in by itself';
  if (port === 65_535) return 'while PARLEY_PORT is 65535: the sandbox needs the next port';
  return undefined;
}

/** Whether a host to listen on can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A host that listens on every address is opened in a browser by the loopback one. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:');
}

function isMailServer(value: string): boolean {
  if (!['smtp:', 'smtps:'].includes(protocolOf(value))) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(value);
  const bare = ['', '/'].includes(pathname) && search === '' && hash === '';
  return hostname !== '' && bare && (username === '') === (password === '');
}

function isWebAddress(value: string): boolean {
  return ['http:', 'https:'].includes(protocolOf(value));
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}
