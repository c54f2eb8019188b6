import type { Email, RoomEvent, WritingMailbox } from '@parley/contract';
import { expect, it } from 'vitest';
import { lastAnswerable } from './last-answerable.ts';
import { answerFields, type Circumstances, canGo, heldEmails, standingEmail, writingOf } from './standing-email.ts';

const email = (parts: Partial<Email>): Email => ({
  id: '<a@home.example>',
  from: 'Tanya <tanya@home.example>',
  to: ['support@shop.example', 'petar@home.example'],
  cc: [],
  bcc: [],
  subject: 'Cracked shade',
  content: '',
  replyTo: null,
  multipartContent: false,
  receivedDate: null,
  attachments: [],
  references: [],
  ...parts,
});
const event = (id: string, type: 'CUSTOMER' | 'USER', parts: Partial<Email> = {}) =>
  ({ id, eventData: { email: email(parts) }, origin: { type, channelId: 'mail' } }) as unknown as RoomEvent;
const box = (id: string, address: string, signatures: string[]): WritingMailbox => ({
  id,
  name: id,
  address,
  signatures: signatures.map((one) => ({ id: one, content: one, isHtml: false, placement: 'ABOVE_QUOTE' })),
});
const about = (events: RoomEvent[]): Circumstances => ({
  emails: heldEmails(events),
  channelId: 'mail',
  customer: 'mila@home.example',
  applicationId: 'support',
  mailboxes: [box('support', 'support@shop.example', ['s1', 's2']), box('sales', 'sales@shop.example', ['s3'])],
});
const talk = [
  event('e1', 'CUSTOMER'),
  event('e2', 'USER', { from: 'support@shop.example', to: ['tanya@home.example'], bcc: ['boss@shop.example'] }),
];

it('answers the customer’s last e-mail unless something else is said: its writer, and not whose room it is', () => {
  expect(standingEmail({}, about(talk))).toMatchObject({
    to: ['Tanya <tanya@home.example>'],
    cc: [],
    subject: 'Re: Cracked shade',
    inReplyTo: 'e1',
    quotes: 'e1',
    signatureId: 's1',
    from: undefined,
    strangers: [],
  });
  expect(standingEmail({}, about([]))).toMatchObject({ to: ['mila@home.example'], subject: '', quotes: null, inReplyTo: undefined });
});

it('says who is nobody in the talk so far, and what is no address', () => {
  const said = standingEmail({ to: ['Tanya <TANYA@home.example>', 'new@home.example', 'sales@shop.example', 'boss'] }, about(talk));
  expect(said.strangers).toEqual(['new@home.example', 'boss']);
  expect([said.faulty, canGo(said)]).toEqual([['boss'], false]);
  expect(canGo(standingEmail({ to: [] }, about(talk)))).toBe(false);
});

it('an answer to all, a reply and a forward set the head, and none of them brings a blind copy along', () => {
  const { emails } = about(talk);
  const [first, second] = emails;
  if (first === undefined || second === undefined) throw new Error('two e-mails are held');
  const ours = ['support@shop.example'];
  expect(answerFields(first, 'REPLY_ALL', ours)).toMatchObject({
    to: ['Tanya <tanya@home.example>', 'petar@home.example'],
    inReplyTo: 'e1',
  });
  expect(answerFields(second, 'REPLY_ALL', ours)).toMatchObject({ to: ['tanya@home.example'], cc: [], bcc: undefined });
  const forward = standingEmail(answerFields(first, 'FORWARD', ours), about(talk));
  expect(forward).toMatchObject({ to: [], subject: 'Fwd: Cracked shade', forwards: 'e1', quotes: null, inReplyTo: undefined });
});

it('goes from the chosen mailbox, with a signature of that one', () => {
  expect(standingEmail({ from: 'sales@shop.example' }, about(talk))).toMatchObject({ from: 'sales@shop.example', signatureId: 's3' });
  // One of another mailbox, or that was deleted meanwhile, is none.
  expect(standingEmail({ signatureId: 's3' }, about(talk)).signatureId).toBeNull();
  expect(standingEmail({ signatureId: null }, about(talk)).signatureId).toBeNull();
});

it('is sent with each person once and without what is none', () => {
  const said = standingEmail({ to: ['a@b.example', 'A@B.example'], cc: ['a@b.example'], quotes: null, signatureId: null }, about(talk));
  expect(writingOf(said, '<p>Hello</p>', false)).toEqual({
    to: ['a@b.example'],
    subject: 'Re: Cracked shade',
    html: '<p>Hello</p>',
    inReplyTo: 'e1',
  });
  expect(writingOf({ ...said, subject: '' }, undefined, true)).toEqual({ to: ['a@b.example'], subject: '', inReplyTo: 'e1' });
});

it('the last e-mail that can be answered is of the conversation that is looked at, and of a channel that can be written on', () => {
  const of = (id: string, conversationId: string) => ({ ...event(id, 'CUSTOMER'), conversationId }) as RoomEvent;
  const words = { ...of('e4', 'one'), eventData: {} } as unknown as RoomEvent;
  const events = [of('e1', 'one'), of('e2', 'one'), of('e3', 'other'), words];
  expect(lastAnswerable(events, 'one', new Set(['mail']))?.event.id).toBe('e2');
  expect(lastAnswerable(events, undefined, new Set(['mail']))?.event.id).toBe('e3');
  expect(lastAnswerable(events, 'one', new Set(['another']))).toBeUndefined();
});
