export { contactName, createContact } from './contact.ts';
