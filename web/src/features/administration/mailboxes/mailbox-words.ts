import { ApiProblem } from '../../../api/api-problem.ts';
import type { FieldFault } from '../../../forms/field-fault.ts';
import type { TextKey } from '../../../text.ts';
import { fieldOnPage, type MailboxValues, Unfit } from './mailbox-values.ts';

const words: Readonly<Record<string, TextKey>> = {
  SERVER_MISSING: 'MAILBOXES_SERVER_MISSING',
  HOST_MISSING: 'MAILBOXES_HOST_MISSING',
  HOST_NOT_ALLOWED: 'MAILBOXES_HOST_NOT_ALLOWED',
  USERNAME_MISSING: 'MAILBOXES_USERNAME_MISSING',
  PASSWORD_MISSING: 'MAILBOXES_PASSWORD_MISSING',
  SECRET_AGAIN: 'MAILBOXES_SECRET_AGAIN',
  OAUTH2_OF_MICROSOFT_ONLY: 'MAILBOXES_OAUTH2_ONLY',
  CLIENT_ID_MISSING: 'MAILBOXES_CLIENT_ID_MISSING',
  TENANT_ID_MISSING: 'MAILBOXES_TENANT_ID_MISSING',
  CLIENT_SECRET_MISSING: 'MAILBOXES_CLIENT_SECRET_MISSING',
  MOVE_NEEDS_IMAP: 'MAILBOXES_MOVE_NEEDS_IMAP',
  MOVE_TO_MISSING: 'MAILBOXES_MOVE_TO_MISSING',
  DKIM_DOMAIN_MISSING: 'MAILBOXES_DKIM_DOMAIN_MISSING',
  DKIM_SELECTOR_MISSING: 'MAILBOXES_DKIM_SELECTOR_MISSING',
  DKIM_KEY_MISSING: 'MAILBOXES_DKIM_KEY_MISSING',
  NOT_A_PRIVATE_KEY: 'MAILBOXES_NOT_A_PRIVATE_KEY',
  NOT_A_HOST: 'MAILBOXES_HOST_INVALID',
  NOT_A_SELECTOR: 'MAILBOXES_DKIM_SELECTOR_INVALID',
};

/** What the form or the server has against a mailbox, at the fields of the page. */
export function faultsOf(problem: unknown): Partial<Record<keyof MailboxValues, FieldFault>> {
  const found = problem instanceof Unfit ? problem.faults : problem instanceof ApiProblem ? named(problem) : [];
  const known = found.flatMap(([field, fault]) => {
    const [place, key] = [fieldOnPage[field], words[fault]];
    return place === undefined || key === undefined ? [] : [[place, { key }] as const];
  });
  // The first that is said of a field is the one to mend first.
  return Object.fromEntries(known.reverse());
}

const named = ({ errors }: ApiProblem) =>
  errors.map(({ params }) => [String(params.field ?? '').replace(/^body\./, ''), String(params.reason ?? '')] as const);
