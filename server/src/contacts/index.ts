export { contactName, createContact, nameAsKept } from './contact.ts';
export { senderAddress, telephoneNumber } from './sender-address.ts';
