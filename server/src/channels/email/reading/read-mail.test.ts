import { describe, expect, it } from 'vitest';
import { cases } from '../../../../test/mails/cases.ts';
import { charsets } from '../../../../test/mails/charsets.ts';
import { headers } from '../../../../test/mails/headers.ts';
import { machines } from '../../../../test/mails/machines.ts';
import type { MailCase } from '../../../../test/mails/mail-case.ts';
import { replies } from '../../../../test/mails/replies.ts';
import { structures } from '../../../../test/mails/structures.ts';
import { htmlWords } from './html-words.ts';
import type { MailAddress, MailPart } from './parsed-mail.ts';
import { readMail } from './read-mail.ts';

const NOW = new Date('2026-11-30T12:00:00Z');
const written = ({ name, address }: MailAddress): string => (name === '' ? address : `${name} <${address}>`);
const listed = (parts: readonly MailPart[], isInline: boolean): string[] =>
  parts.filter((part) => part.isInline === isInline).map(({ name, type, size }) => `${name} ${type} ${size}`);

describe.each(Object.entries({ cases, charsets, headers, machines, replies, structures }))('of %s', (_, all) => {
  it.each(all.map((one) => [one.name, one] as const))('%s is read as a person must see it', async (_name, one: MailCase) => {
    const mail = await readMail(one.mail, NOW);
    const own = mail.text.slice(0, mail.quoted.textStart).trim();
    if (one.subject !== undefined) expect(mail.subject).toBe(one.subject);
    if (one.from !== undefined) expect(mail.from === null ? mail.fromName : written(mail.from)).toBe(one.from);
    if (one.to !== undefined) expect(mail.to.map(written)).toEqual(one.to);
    if (one.date !== undefined) expect(mail.date).toBe(one.date);
    expect(mail.replyTo.map(written)).toEqual(one.replyTo ?? []);
    expect(mail.text.slice(0, Math.max(one.text?.length ?? 0, one.text === '' ? 10 : 0))).toBe(one.text);
    expect(own).toBe(one.own ?? mail.text.trim());
    if (mail.html !== null) {
      const ownHtml = htmlWords(mail.html.slice(0, mail.quoted.htmlStart ?? 0)).text.trim();
      expect(ownHtml).toBe(one.ownHtml ?? htmlWords(mail.html).text.trim());
    }
    expect(listed(mail.parts, false)).toEqual(one.files ?? []);
    expect(listed(mail.parts, true)).toEqual(one.inline ?? []);
    expect(mail.notices).toEqual(one.notices ?? []);
    expect(mail.automatic).toEqual(one.automatic ?? null);
    expect(mail.report).toEqual(one.report ?? null);
    expect(() => structuredClone(mail)).not.toThrow();
  });
});

it('has more than a hundred mails to be read', () => {
  expect([cases, charsets, headers, machines, replies, structures].flat().length).toBeGreaterThan(100);
});
