import { describe, expect, it } from 'vitest';
import { addressIn, nameIn, recipientKey, settledAddress, settledRecipient, withoutTwice } from './email-address.ts';
import { recipientsOfAnswer, splitRecipients, strangersAmong, subjectOfAnswer, subjectOfForward } from './email-answers.ts';
import { EmailRecipient } from './entities/primitives.ts';

describe('an address', () => {
  it.each([
    ['maria@home.example', 'maria@home.example'],
    [' Maria.Ilieva+shop@Home.Example ', 'Maria.Ilieva+shop@home.example'],
    // The domain alone is turned into ASCII; both ways of writing it are one address.
    ['office@пример.бг', 'office@xn--e1afmkfd.xn--90ae'],
    ['office@XN--E1AFMKFD.XN--90AE', 'office@xn--e1afmkfd.xn--90ae'],
    ['мария@пример.бг', 'мария@xn--e1afmkfd.xn--90ae'],
    ['jürgen@müller.example', 'jürgen@xn--mller-kva.example'],
    ["o'brien_x@sub.home.example", "o'brien_x@sub.home.example"],
  ])('%s is %s', (written, settled) => expect(settledAddress(written)).toBe(settled));

  it.each([
    'maria',
    '@home.example',
    'maria@',
    'maria@home',
    'maria@home..example',
    'maria@-home.example',
    'maria@127.0.0.1',
    'maria@home.example/path',
    'maria@home.example:25',
    'a b@home.example',
    'a..b@home.example',
    '.a@home.example',
    'a@b@home.example',
    `${'x'.repeat(65)}@home.example`,
    'maria@home.example\nBcc: all@home.example',
    'ma\u202Eria@home.example',
  ])('%s is none', (written) => expect(settledAddress(written)).toBeNull());

  it('may stand behind a name, and is compared without it', () => {
    expect(settledRecipient('Мария <maria@пример.бг>')).toBe('Мария <maria@xn--e1afmkfd.xn--90ae>');
    expect(settledRecipient('<maria@home.example>')).toBe('maria@home.example');
    expect(settledRecipient('Maria <maria>')).toBeNull();
    expect(settledRecipient('Maria <a@home.example> <b@home.example>')).toBeNull();
    expect([addressIn('Maria <m@home.example>'), nameIn('"Ilieva, Maria" <m@home.example>')]).toEqual(['m@home.example', 'Ilieva, Maria']);
    expect(recipientKey('M <Office@пример.бг>')).toBe(recipientKey('office@xn--e1afmkfd.xn--90ae'));
    expect(withoutTwice(['A <a@b.example>', 'a@B.example', 'c@b.example'], ['C@b.example'])).toEqual(['A <a@b.example>']);
  });

  it('of a recipient is settled by the contract, which refuses what is none', () => {
    expect(EmailRecipient.parse(' Мария <maria@пример.бг> ')).toBe('Мария <maria@xn--e1afmkfd.xn--90ae>');
    expect(EmailRecipient.safeParse('Maria').error?.issues[0]?.message).toBe('NOT_AN_EMAIL_ADDRESS');
  });
});

describe('an answer', () => {
  const ours = ['support@shop.example', 'sales@shop.example'];
  const email = {
    from: 'Tanya <tanya@home.example>',
    to: ['Support <SUPPORT@shop.example>', 'petar@home.example'],
    cc: ['sales@shop.example', 'Tanya <tanya@home.example>', 'lawyer@home.example'],
    replyTo: null,
  };

  it('goes to who wrote it, or where they say', () => {
    expect(recipientsOfAnswer(email, ours, false)).toEqual({ to: ['Tanya <tanya@home.example>'], cc: [] });
    const elsewhere = { ...email, replyTo: 'Desk <desk@home.example>, second@home.example' };
    expect(recipientsOfAnswer(elsewhere, ours, false).to).toEqual(['Desk <desk@home.example>', 'second@home.example']);
    // A web form that names our own mailbox there would have us write to ourselves.
    expect(recipientsOfAnswer({ ...email, replyTo: 'support@shop.example' }, ours, false).to).toEqual(['Tanya <tanya@home.example>']);
  });

  it('to all goes to everybody once, and never to our own mailboxes', () => {
    expect(recipientsOfAnswer(email, ours, true)).toEqual({
      to: ['Tanya <tanya@home.example>', 'petar@home.example'],
      cc: ['lawyer@home.example'],
    });
  });

  it('to what we wrote goes to whom that went', () => {
    const own = { from: 'Lumen <support@shop.example>', to: ['maria@home.example'], cc: ['petar@home.example'], replyTo: null };
    expect(recipientsOfAnswer(own, ours, false)).toEqual({ to: ['maria@home.example'], cc: ['petar@home.example'] });
  });

  it('says so in its subject once, in whatever language it was said', () => {
    expect(['Lamp', 'Re: Lamp', 'RE[2]: Lamp', 'Отг: Лампа', ''].map(subjectOfAnswer)).toEqual([
      'Re: Lamp',
      'Re: Lamp',
      'RE[2]: Lamp',
      'Отг: Лампа',
      'Re:',
    ]);
    expect(['Lamp', 'Fwd: Lamp', 'Препр: Лампа', 'Re: Lamp'].map(subjectOfForward)).toEqual([
      'Fwd: Lamp',
      'Fwd: Lamp',
      'Препр: Лампа',
      'Fwd: Re: Lamp',
    ]);
  });
});

it('a list that was pasted is divided where one address ends', () => {
  expect(splitRecipients('a@b.example, "Ilieva, Maria" <m@b.example>;c@b.example\nПетър <p@b.example>,,')).toEqual([
    'a@b.example',
    '"Ilieva, Maria" <m@b.example>',
    'c@b.example',
    'Петър <p@b.example>',
  ]);
  expect(splitRecipients('"open <x, y')).toEqual(['"open <x', 'y']);
});

it('who is new in the talk is found by the address, not by the name', () => {
  expect(strangersAmong(['M <maria@home.example>', 'new@home.example'], ['Maria <Maria@HOME.example>'])).toEqual(['new@home.example']);
});
