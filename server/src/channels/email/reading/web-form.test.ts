import { expect, it } from 'vitest';
import { formSender } from './web-form.ts';

const OTHERS = ['help@firma.test', 'noreply@shop.test'];

it.each([
  ['E-mail: petar@mail.test\nText: hello', { name: '', address: 'petar@mail.test' }],
  ['Име: Цвета Илиева\nИмейл: Cveta@Mail.test\nЗапитване: пиша от boss@mail.test', { name: 'Цвета Илиева', address: 'cveta@mail.test' }],
  ['From boss@mail.test\n* Е-поща:\n  ivo@mail.test', { name: '', address: 'ivo@mail.test' }],
  ['Sent by noreply@shop.test to help@firma.test for ana@mail.test.', { name: '', address: 'ana@mail.test' }],
  ['E-mail: help@firma.test\nWrite to ana@mail.test', { name: '', address: 'ana@mail.test' }],
])('finds whom a form names: %s', (text, expected) => {
  expect(formSender(text, OTHERS)).toMatchObject(expected);
});

it('finds nobody where only the form and we are named', () => {
  expect(formSender('E-mail: none\nnoreply@shop.test', OTHERS)).toBeNull();
});
