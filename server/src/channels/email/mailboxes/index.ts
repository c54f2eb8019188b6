export { allowedServers } from './allowed-servers.ts';
export { settingsOf } from './mailbox-type.ts';
export { type MailboxesDeps, mailboxesApi } from './mailboxes-api.ts';
export { readSignature } from './signatures.ts';
export { asOneTest, type MailServers, testMailbox } from './test-mailbox.ts';
export { writeFromApi, writingMailboxes } from './write-from.ts';
