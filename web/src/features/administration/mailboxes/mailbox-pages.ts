export { MailboxesPage } from './MailboxesPage.tsx';
export { MailboxPage } from './MailboxPage.tsx';
export { NewMailboxPage } from './NewMailboxPage.tsx';
export { NewSignaturePage } from './NewSignaturePage.tsx';
export { SignaturePage } from './SignaturePage.tsx';
