export { contactName, createContact, nameAsKept } from './contact.ts';
