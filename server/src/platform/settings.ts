import { BUS_SETTINGS } from '../config-bus.ts';
import { PROVIDERS_SETTINGS } from '../config-providers.ts';
import { PUSH_SETTINGS } from '../config-push.ts';
import { SIGN_IN_SETTINGS } from '../config-sign-in.ts';
import { WEB_SETTINGS } from '../config-web.ts';

/** One setting as a person reads about it; docs/configuration.md holds exactly these rows (config.test.ts compares them). */
export type Setting = { readonly name: string; readonly meaning: string; readonly default: string };

export const SETTINGS: readonly Setting[] = [
  {
    name: 'PARLEY_HOST',
    meaning: 'Address to listen on. With anything but a loopback address there is no demo and no sandbox.',
    default: '127.0.0.1',
  },
  { name: 'PARLEY_PORT', meaning: 'Port to listen on. The sandbox of the demo takes the next one.', default: '8080' },
  { name: 'PARLEY_SANDBOX_PORT', meaning: 'Port of the demo’s sandbox, on this machine alone.', default: 'the one after the product’s' },
  {
    name: 'PARLEY_DATA',
    meaning: 'Folder for the secret, the logs, the files and the embedded database. A relative path counts from the root of the project.',
    default: './data',
  },
  {
    name: 'PARLEY_DATABASE_URL',
    meaning: 'An outside PostgreSQL 15 or newer, as the role that owns the database, instead of the embedded one.',
    default: 'none: the embedded PostgreSQL',
  },
  {
    name: 'PARLEY_PUBLIC_URL',
    meaning: 'The address by which people reach Parley when a reverse proxy stands before it. No path.',
    default: 'http:// with the host and the port',
  },
  {
    name: 'PARLEY_SECRET',
    meaning: '64 hexadecimal digits, the same for all processes of an installation, from which every key and password derives.',
    default: 'made on the first start in the file `secret` of the data folder',
  },
  {
    name: 'PARLEY_UPLOAD_LIMIT_MB',
    meaning: 'The largest file that people can send, in megabytes.',
    default: '25',
  },
  {
    name: 'PARLEY_UPLOAD_LIMIT_PICTURE_MB',
    meaning: 'The largest picture that people can send, in megabytes; no more than PARLEY_UPLOAD_LIMIT_MB.',
    default: 'as PARLEY_UPLOAD_LIMIT_MB',
  },
  {
    name: 'PARLEY_UPLOAD_LIMIT_VIDEO_MB',
    meaning: 'The largest video that people can send, in megabytes; no more than PARLEY_UPLOAD_LIMIT_MB.',
    default: 'as PARLEY_UPLOAD_LIMIT_MB',
  },
  {
    name: 'PARLEY_UPLOAD_LIMIT_AUDIO_MB',
    meaning: 'The largest audio file that people can send, in megabytes; no more than PARLEY_UPLOAD_LIMIT_MB.',
    default: 'as PARLEY_UPLOAD_LIMIT_MB',
  },
  {
    name: 'PARLEY_UPLOAD_LIMIT_OTHER_MB',
    meaning: 'The largest file that is none of these that people can send, in megabytes; no more than PARLEY_UPLOAD_LIMIT_MB.',
    default: 'as PARLEY_UPLOAD_LIMIT_MB',
  },
  {
    name: 'PARLEY_SOCKETS_PER_ADDRESS',
    meaning:
      'How many live connections may be open from one network address at the same time; a whole office shares one. This machine itself is not counted.',
    default: '5000',
  },
  {
    name: 'PARLEY_SOCKETS_PER_PERSON',
    meaning: 'How many live connections one person or visitor may hold at the same time: one for each tab.',
    default: '50',
  },
  {
    name: 'PARLEY_FILES_S3_BUCKET',
    meaning: 'The bucket of an S3-compatible storage where files lie instead of in the data folder.',
    default: 'none: `files` in the data folder',
  },
  {
    name: 'PARLEY_FILES_S3_ENDPOINT',
    meaning: 'The address of that storage: `https://s3.example.com`. The bucket follows it as a path.',
    default: 'Amazon’s of the region',
  },
  { name: 'PARLEY_FILES_S3_REGION', meaning: 'The region of the bucket.', default: 'us-east-1' },
  {
    name: 'PARLEY_FILES_S3_ACCESS_KEY',
    meaning: 'Who signs in to the storage; together with PARLEY_FILES_S3_SECRET_KEY.',
    default: 'what the machine is given by Amazon',
  },
  {
    name: 'PARLEY_FILES_S3_SECRET_KEY',
    meaning: 'The secret that belongs to the access key.',
    default: 'what the machine is given by Amazon',
  },
  {
    name: 'PARLEY_DEMO',
    meaning:
      'Whether the demo accounts and the sandbox exist: `on` or `off`. They can exist only on a loopback address with none of PARLEY_PUBLIC_URL, PARLEY_DATABASE_URL and PARLEY_OIDC_ISSUER set.',
    default: '`on` where it can exist, else `off`',
  },
  {
    name: 'PARLEY_LOG_LEVEL',
    meaning: 'How much the server writes to its log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    default: 'info',
  },
  {
    name: 'PARLEY_TRUSTED_PROXIES',
    meaning:
      'Addresses or ranges of the reverse proxies, parted by commas, whose X-Forwarded-For is believed for the address of the client: `10.0.0.5, 10.1.0.0/16`.',
    default: '127.0.0.0/8, ::1',
  },
  {
    name: 'PARLEY_SMTP_URL',
    meaning:
      'The server by which mail leaves, with user and password where it asks for them: `smtp://user:password@mail.example.com:587` or `smtps://…:465`. With a user the connection must be encrypted, except on this machine.',
    default: 'none: no mail; links of invitations are shown to the administrator',
  },
  {
    name: 'PARLEY_MAIL_FROM',
    meaning: 'Who mail is from: `Parley <parley@example.com>` or the bare address. Needed with PARLEY_SMTP_URL.',
    default: 'none',
  },
  ...BUS_SETTINGS,
  ...PUSH_SETTINGS,
  ...PROVIDERS_SETTINGS,
  ...WEB_SETTINGS,
  ...SIGN_IN_SETTINGS,
  {
    name: 'PARLEY_METRICS_TOKEN',
    meaning: 'What Prometheus must bear to read `/metrics`, at least 16 characters. Without it only this very machine may read them.',
    default: 'none: from this machine alone',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'Where traces go, by OTLP over HTTP: `http://127.0.0.1:4318`. The other variables of OpenTelemetry hold as well.',
    default: 'none: no traces',
  },
  {
    name: 'SENTRY_DSN',
    meaning: 'The address of a Sentry-compatible service to which errors are reported, without the data they were about.',
    default: 'none: errors stand in the log alone',
  },
];
