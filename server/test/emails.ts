import type { Email } from '@parley/contract';

/** An e-mail as an adapter hands it over; its looks beside it. */
export const someEmail = (parts: Partial<Email> = {}): Email => ({
  id: '<c7a1@home.example>',
  from: 'Maria <maria@home.example>',
  to: ['shop@lumen.example'],
  cc: [],
  bcc: [],
  subject: 'The lamp flickers',
  content: 'Good morning,\nthe lamp flickers.',
  replyTo: null,
  multipartContent: true,
  receivedDate: '2026-11-02T09:21:00.000Z',
  attachments: [],
  references: [],
  ...parts,
});
