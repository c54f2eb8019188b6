import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { subjectOfAnswer } from '@parley/contract';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth';
import { describe, expect, it } from 'vitest';
import { someEmail } from '../../../../test/emails.ts';
import { headersOf } from '../../../../test/smtp-server.ts';
import { readMail } from '../reading/read-mail.ts';
import { leastSizeOf, type MailParts, mimeOf, referencesOf } from './mime-mail.ts';

const USUAL: Omit<MailParts, 'email'> = {
  from: { name: 'Магазин „Лумен“', address: 'support@shop.example' },
  html: null,
  files: [],
  replyTo: null,
  unnamed: new Set(),
  byItselfFrom: null,
  dkim: null,
};
const rawOf = (parts: Partial<MailParts>) => text(mimeOf({ ...USUAL, email: someEmail(), ...parts }));
const IN_LINE = /^(?:[!-~][\x20-\x7e\t]*|[\x20\t][\x20-\x7e\t]*)$/;

describe('an e-mail as its bytes', () => {
  it('says what was written, in any letters, with its files by their names and its pictures beside its looks', async () => {
    const email = someEmail({
      to: ['Мария Илиева <maria@home.example>'],
      cc: ['"Petrov, Petar" <petar@home.example>'],
      bcc: ['secret@home.example'],
      subject: 'Отг: Лампата мига — спешно',
      content: 'Здравейте,\n.точка в началото\nFrom here',
      attachments: [
        { fileId: '0196b1f0-0000-7000-8000-0000000000f1', type: 'image/png', name: 'лампа.png', size: 4, isInline: true },
        { fileId: '0196b1f0-0000-7000-8000-0000000000f2', type: 'application/pdf', name: 'Оферта за лампата 2026.pdf', size: 4 },
      ],
    });
    const html = '<p>Здравейте <img src="cid:0196b1f0-0000-7000-8000-0000000000f1"></p>';
    const files = email.attachments.map(({ fileId }) => ({ fileId, body: Readable.from([Buffer.from('%PDF')]) }));
    const raw = await rawOf({ email, html, files });
    expect(raw).not.toContain('secret@');
    expect(raw).toContain('multipart/mixed');
    expect(raw).toContain('multipart/related');
    expect(raw).toContain('multipart/alternative');
    const mail = await readMail(Buffer.from(raw));
    expect(mail).toMatchObject({
      subject: email.subject,
      from: { address: 'support@shop.example', name: 'Магазин „Лумен“' },
      to: [{ address: 'maria@home.example', name: 'Мария Илиева' }],
      cc: [{ address: 'petar@home.example', name: 'Petrov, Petar' }],
      notices: [],
      automatic: null,
    });
    expect(mail.text.trim()).toBe(email.content);
    expect(mail.parts.map(({ name, isInline, content }) => [name, isInline, Buffer.from(content).toString()])).toEqual([
      ['лампа.png', true, '%PDF'],
      ['Оферта за лампата 2026.pdf', false, '%PDF'],
    ]);
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(leastSizeOf(email, html)).toBeLessThan(raw.length);
  });

  it('lets nobody write headers of their own', async () => {
    const subject = 'Hi\r\nBcc: victim@home.example';
    const headers = headersOf({ raw: await rawOf({ email: someEmail({ subject, to: ['Maria\r\nX-Evil: 1 <maria@home.example>'] }) }) });
    expect(headers).not.toHaveProperty('bcc');
    expect(headers).not.toHaveProperty('x-evil');
  });

  it('tells machines that a machine wrote it, and only then', async () => {
    const answer = { byItselfFrom: 'the-mailbox', email: someEmail({ references: ['<a@home.example>'] }) };
    expect(headersOf({ raw: await rawOf(answer) })).toMatchObject({
      'auto-submitted': 'auto-replied',
      'x-auto-response-suppress': 'All',
      'x-loop': 'the-mailbox',
    });
    const notice = headersOf({ raw: await rawOf({ ...answer, email: someEmail() }) });
    expect(notice).toMatchObject({ 'auto-submitted': 'auto-generated', precedence: 'bulk' });
    expect(headersOf({ raw: await rawOf({}) })).not.toHaveProperty('auto-submitted');
  });

  it('is signed so that others find the signature good (DKIM)', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'der' },
    });
    const raw = await rawOf({ dkim: { domain: 'shop.example', selector: 'mail', privateKey } });
    const asked: string[] = [];
    const resolver = async (name: string) => {
      asked.push(name);
      return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
    };
    const said = async (mail: string) => (await dkimVerify(Buffer.from(mail), { resolver })).results.map(({ status }) => status.result);
    expect(await said(raw)).toEqual(['pass']);
    expect(asked).toEqual(['mail._domainkey.shop.example']);
    expect(await said(raw.replace('flickers', 'glows'))).not.toContain('pass');
  });
});

describe('what an e-mail belongs to (BUG-140)', () => {
  const id = fc.tuple(fc.stringMatching(/^[a-z0-9._-]{1,200}$/), fc.domain()).map(([local, domain]) => `<${local}@${domain}>`);
  it('is told by the first and the last ids, in lines that servers take', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(id, { minLength: 1, maxLength: 60 }), async (references) => {
        const told = referencesOf(references);
        const raw = await rawOf({ email: someEmail({ references }) });
        const head = raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n');
        for (const line of head) {
          expect(line.length).toBeLessThanOrEqual(998);
          expect(line).toMatch(IN_LINE);
        }
        const headers = headersOf({ raw });
        expect(headers.references?.split(/\s+/)).toEqual(told);
        expect(headers['in-reply-to']).toBe(references.at(-1));
        expect(told[0]).toBe(references[0]);
        expect(told.length).toBeLessThanOrEqual(21);
        expect(told.slice(-20)).toEqual(references.slice(-20));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves out what is no Message-ID', () =>
    expect(referencesOf(['', 'a@b.example', '<a b@c.example>', `<${'a'.repeat(1000)}@c.example>`, '<a@b.example>'])).toEqual([
      '<a@b.example>',
    ]));

  it('stands under a subject that does not grow, whatever the others’ mailers call an answer', () => {
    const turns = ['Re: ', 'Отг: ', 'AW: ', 'FW: ', 'RE: ', 'Fwd: ', 'Отн: ', 'Re[2]: ', 'SV: ', 'WG: ', 'Re: ', 'отг : '];
    let subject = 'Лампата';
    for (const prefix of turns) {
      subject = subjectOfAnswer(`${prefix}${subject}`);
      expect(subject).toMatch(/^\S+\s?: Лампата$|^\S+: Лампата$/u);
    }
  });
});
