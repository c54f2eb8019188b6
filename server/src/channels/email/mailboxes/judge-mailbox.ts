import { createPrivateKey } from 'node:crypto';
import { type MailboxSecret, type MailboxSettings, mailboxFaults } from '@parley/contract';
import { Problem } from '../../../platform/problem.ts';
import { isHostAllowed } from './allowed-servers.ts';

/** The settings of a mailbox as they are to hold. */
export interface MailboxToJudge {
  settings: MailboxSettings;
  /** As they held before; null of a new one. */
  before: MailboxSettings | null;
  /** All that it then has. */
  secrets: Readonly<Partial<Record<MailboxSecret, string>>>;
  /** The names of those that are given now. */
  given: ReadonlySet<string>;
}

type Fault = readonly [field: string, fault: string];

/** Everything that does not fit between the fields of a mailbox, by field. @param isAllowed addresses that a mailbox may lead to */
export function faultsOfMailbox({ settings, before, secrets, given }: MailboxToJudge, isAllowed: (address: string) => boolean): Fault[] {
  return [
    ...mailboxFaults(settings, (name) => (secrets[name] ?? '') !== ''),
    ...hostFaults(settings, isAllowed),
    ...secretsAgain(settings, before, secrets, given),
    ...(settings.dkim !== null && secrets.dkimKey !== undefined && !isSigningKey(secrets.dkimKey)
      ? [['dkimKey', 'NOT_A_PRIVATE_KEY'] as const]
      : []),
  ];
}

/** Throws MAILBOX_UNFIT, with each field that does not fit. */
export function requireNoFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const errors = faults.map(([field, reason]) => ({ message: 'ERROR_FIELD_INVALID', params: { field: `body.${field}`, reason } }));
  throw new Problem('MAILBOX_UNFIT', {}, errors);
}

const hostFaults = ({ incoming, outgoing }: MailboxSettings, isAllowed: (address: string) => boolean): Fault[] =>
  Object.entries({ incoming, outgoing })
    .filter(([, server]) => server !== null && !isHostAllowed(server.host, isAllowed))
    .map(([name]) => [`${name}.host`, 'HOST_NOT_ALLOWED']);

/** A password that is kept goes to the server for which it was given, and to no other that somebody names afterwards: it would be told to that one. */
function secretsAgain(
  settings: MailboxSettings,
  before: MailboxSettings | null,
  secrets: MailboxToJudge['secrets'],
  given: ReadonlySet<string>,
): Fault[] {
  if (before === null || settings.authentication === 'OAUTH2') return [];
  return (['incoming', 'outgoing'] as const)
    .filter((side) => {
      const [now, stood] = [settings[side], before[side]];
      const secret = `${side}Password` as const;
      return now !== null && now.host !== stood?.host && secrets[secret] !== undefined && !given.has(secret);
    })
    .map((side) => [`${side}Password`, 'SECRET_AGAIN']);
}

/** What DKIM signs with: RSA (RFC 6376), in PEM without a password. Ed25519 (RFC 8463) is what large providers do not read. */
function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
