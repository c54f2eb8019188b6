import type { Mailbox, MailboxSettings } from '@parley/contract';
import type { TextKey } from '../../../text.ts';

export const directionNames = {
  BOTH: 'MAILBOXES_DIRECTION_BOTH',
  INCOMING: 'MAILBOXES_DIRECTION_INCOMING',
  OUTGOING: 'MAILBOXES_DIRECTION_OUTGOING',
} as const satisfies Record<Mailbox['direction'], TextKey>;

export const authenticationNames = {
  PASSWORD: 'MAILBOXES_BY_PASSWORD',
  OAUTH2: 'MAILBOXES_BY_OAUTH2',
} as const satisfies Record<MailboxSettings['authentication'], TextKey>;

export const afterFetchingNames = {
  KEEP: 'MAILBOXES_AFTER_KEEP',
  MOVE: 'MAILBOXES_AFTER_MOVE',
  DELETE: 'MAILBOXES_AFTER_DELETE',
} as const satisfies Record<MailboxSettings['afterFetching'], TextKey>;

export const recipientSourceNames = {
  FROM: 'MAILBOXES_RECIPIENT_FROM',
  REPLY_TO: 'MAILBOXES_RECIPIENT_REPLY_TO',
  BODY: 'MAILBOXES_RECIPIENT_BODY',
} as const satisfies Record<MailboxSettings['recipientSource'], TextKey>;

export const placementNames = {
  ABOVE_QUOTE: 'SIGNATURES_ABOVE',
  BELOW_QUOTE: 'SIGNATURES_BELOW',
} as const satisfies Record<string, TextKey>;
