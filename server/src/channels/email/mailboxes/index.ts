export { allowedServers } from './allowed-servers.ts';
export { settingsOf } from './mailbox-type.ts';
export { mailboxesApi } from './mailboxes-api.ts';
export type { MailServers } from './test-mailbox.ts';
export { writeFromApi } from './write-from.ts';
