import type { Mailbox } from '@parley/contract';
import { exampleMailboxes } from '@parley/contract/fixtures/mailboxes';
import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../../api/api-problem.ts';
import { faultOf } from '../../../forms/field-fault.ts';
import { emptyMailbox, type MailboxValues, mailboxRules, replacementsOf, requireFit, sentOf, Unfit, valuesOf } from './mailbox-values.ts';
import { faultsOf } from './mailbox-words.ts';
import { suggestedServers, usualPort } from './suggested-servers.ts';

const { mailbox } = exampleMailboxes(Date.parse('2026-11-30T12:00:00.000Z'));
const filled: MailboxValues = {
  ...emptyMailbox,
  name: 'Care',
  address: ' Care@Shop.example',
  inHost: 'imap.shop.example',
  outHost: 'smtp.shop.example',
  inUser: 'care',
  incomingPassword: 'made up',
};
const unfit = (values: MailboxValues, kept: Mailbox['secretsSet'] | null) => {
  try {
    requireFit(values, kept);
    return null;
  } catch (error) {
    return faultsOf(error);
  }
};

describe('what is sent of a mailbox', () => {
  it('is, of a new one, settled and whole: one sign-in stands for both servers', () => {
    expect(sentOf(filled)).toMatchObject({
      name: 'Care',
      address: 'care@shop.example',
      status: 'active',
      incoming: { host: 'imap.shop.example', port: 993, username: 'care' },
      outgoing: { host: 'smtp.shop.example', port: 465, username: 'care' },
      incomingPassword: 'made up',
      outgoingPassword: 'made up',
      dkim: null,
    });
    expect(sentOf({ ...filled, isSameSignIn: false, outUser: '' })).not.toHaveProperty('outgoingPassword');
    expect(sentOf({ ...filled, direction: 'INCOMING' })).toMatchObject({ direction: 'INCOMING', outgoing: null });
  });

  it('is, of one that is there, only what is another', () => {
    const values = valuesOf(mailbox);
    expect(replacementsOf(mailbox, values)).toEqual([]);
    expect(replacementsOf(mailbox, { ...values, inPort: '143', inSsl: false, webFormSenders: '' })).toEqual([
      { op: 'replace', path: 'incoming', value: { ...mailbox.incoming, port: 143, useSsl: false } },
      { op: 'replace', path: 'webFormSenders', value: [] },
    ]);
    expect(replacementsOf(mailbox, { ...values, outgoingPassword: 'another' })).toEqual([
      { op: 'replace', path: 'outgoingPassword', value: 'another' },
    ]);
  });

  it('takes a key away with the signing that it was for', () => {
    const dkim = { domain: 'shop.example', selector: 'mail' };
    const signed = { ...mailbox, dkim, secretsSet: { ...mailbox.secretsSet, dkimKey: true } };
    expect(replacementsOf(signed, valuesOf(signed))).toEqual([]);
    expect(replacementsOf(signed, { ...valuesOf(signed), isSigned: false })).toEqual([
      { op: 'replace', path: 'dkim', value: null },
      { op: 'replace', path: 'dkimKey', value: '' },
    ]);
  });
});

describe('what does not fit', () => {
  it('is said at its field before it is sent', () => {
    expect(unfit(filled, null)).toBeNull();
    expect(unfit({ ...filled, inHost: ' ' }, null)).toEqual({ inHost: { key: 'MAILBOXES_HOST_MISSING' } });
    expect(unfit({ ...filled, incomingPassword: '' }, null)).toEqual({
      incomingPassword: { key: 'MAILBOXES_PASSWORD_MISSING' },
      outgoingPassword: { key: 'MAILBOXES_PASSWORD_MISSING' },
    });
    expect(unfit({ ...filled, authentication: 'OAUTH2', clientId: 'a', tenantId: 'b', clientSecret: 'c' }, null)).toEqual({
      authentication: { key: 'MAILBOXES_OAUTH2_ONLY' },
    });
    expect(unfit(valuesOf(mailbox), mailbox.secretsSet)).toBeNull();
  });

  it('is said at its field when the server has found it', () => {
    const refused = new ApiProblem(
      400,
      {
        message: 'MAILBOX_UNFIT',
        errors: [
          { message: 'ERROR_FIELD_INVALID', params: { field: 'body.outgoing.host', reason: 'HOST_NOT_ALLOWED' } },
          { message: 'ERROR_FIELD_INVALID', params: { field: 'body.outgoingPassword', reason: 'SECRET_AGAIN' } },
        ],
      },
      null,
    );
    expect(faultsOf(refused)).toEqual({
      outHost: { key: 'MAILBOXES_HOST_NOT_ALLOWED' },
      outgoingPassword: { key: 'MAILBOXES_SECRET_AGAIN' },
    });
    expect(faultsOf(new Unfit([['nothing', 'SERVER_MISSING']]))).toEqual({});
  });

  it('is said of single fields by the contract’s rules', () => {
    const fault = (field: 'inHost' | 'inPort' | 'webFormSenders', value: string) => {
      const rule = mailboxRules[field];
      return rule === undefined ? 'no rule' : (faultOf(rule, value)?.key ?? null);
    };
    expect(fault('inHost', 'https://shop.example')).toBe('MAILBOXES_HOST_INVALID');
    expect(fault('inHost', 'поща.бг')).toBeNull();
    expect(fault('inPort', '70000')).toBe('FORM_ABOVE');
    expect(fault('webFormSenders', 'forms@shop.example\n\n shop@shop.example ')).toBeNull();
    expect(fault('webFormSenders', 'forms@shop.example\nnobody')).toBe('MAILBOXES_FORM_SENDERS_INVALID');
  });
});

it('suggests the servers that mail of an address most likely has', () => {
  expect(suggestedServers('care@gmail.com')).toMatchObject({ incoming: { host: 'imap.gmail.com' }, outgoing: { host: 'smtp.gmail.com' } });
  expect(suggestedServers('care@shop.onmicrosoft.com')).toMatchObject({
    incoming: { host: 'outlook.office365.com', port: 993 },
    outgoing: { host: 'smtp.office365.com', port: 587, useSsl: false },
    authentication: 'OAUTH2',
  });
  expect(suggestedServers('care@abv.bg')).toMatchObject({ outgoing: { host: 'smtp.abv.bg', port: 465 } });
  expect(suggestedServers(' care@Shop.example ')).toMatchObject({ incoming: { host: 'imap.shop.example' }, authentication: 'PASSWORD' });
  for (const nothing of ['', 'care', 'care@', 'care@shop']) expect(suggestedServers(nothing)).toBeNull();
  expect([usualPort('IMAP', false), usualPort('POP3', true), usualPort('SMTP', false)]).toEqual([143, 995, 587]);
});
