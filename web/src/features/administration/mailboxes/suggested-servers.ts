import { domainOf, type IncomingServer, type MailboxSettings, type OutgoingServer, settledMailAddress } from '@parley/contract';

export interface SuggestedServers {
  incoming: Omit<IncomingServer, 'username'>;
  outgoing: Omit<OutgoingServer, 'username'>;
  authentication: MailboxSettings['authentication'];
}

const of = (imap: string, smtp: string): SuggestedServers => ({
  incoming: { type: 'IMAP', host: imap, port: 993, useSsl: true },
  outgoing: { host: smtp, port: 465, useSsl: true },
  authentication: 'PASSWORD',
});

const microsoft: SuggestedServers = {
  incoming: { type: 'IMAP', host: 'outlook.office365.com', port: 993, useSsl: true },
  outgoing: { host: 'smtp.office365.com', port: 587, useSsl: false },
  authentication: 'OAUTH2',
};

const known: Readonly<Record<string, SuggestedServers>> = {
  'gmail.com': of('imap.gmail.com', 'smtp.gmail.com'),
  'abv.bg': of('imap.abv.bg', 'smtp.abv.bg'),
  'outlook.com': microsoft,
  'hotmail.com': microsoft,
  'live.com': microsoft,
};

/** The servers that mail of an address most likely has, by its domain; null of what is no address yet. */
export function suggestedServers(address: string): SuggestedServers | null {
  const domain = domainOf(settledMailAddress(address));
  if (!domain.includes('.')) return null;
  if (domain.endsWith('.onmicrosoft.com')) return microsoft;
  return known[domain] ?? of(`imap.${domain}`, `smtp.${domain}`);
}

const ports = { IMAP: [993, 143], POP3: [995, 110], SMTP: [465, 587] } as const;

/** The port that servers of this kind have. @param useSsl encrypted from the first byte */
export const usualPort = (kind: keyof typeof ports, useSsl: boolean): number => ports[kind][useSsl ? 0 : 1];
