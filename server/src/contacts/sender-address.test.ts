import { describe, expect, it } from 'vitest';
import { senderAddress, telephoneNumber } from './sender-address.ts';

describe('the address of who has written', () => {
  it.each([
    ['+359 88 123 4567', 'BG'],
    ['359881234567', 'BG'],
    ['00359881234567', 'BG'],
    ['0881234567', 'BG'],
    ['088 123-45-67', 'BG'],
    ['(+359) 881 234 567', 'BG'],
    ['359881234567', ''],
    ['359881234567', 'US'],
    ['＋359881234567', 'DE'],
  ])('is one E.164 however it is written: %s in an account of %s', (written, country) => {
    expect(senderAddress(written, country)).toEqual({ address: '+359881234567', kind: 'NUMBER', name: null });
  });

  it.each([
    ['1917', '1917'],
    ['16 16', '1616'],
    ['112', '112'],
  ])('is the digits of a short code: %s', (written, address) => {
    expect(senderAddress(written, 'BG')).toEqual({ address, kind: 'SHORT_CODE', name: null });
  });

  it.each([
    ['SUPPORT', 'SUPPORT', 'SUPPORT'],
    ['InfoBank', 'INFOBANK', 'InfoBank'],
    [' Пощенска  банка ', 'ПОЩЕНСКА БАНКА', 'Пощенска банка'],
    ['4You', '4YOU', '4You'],
  ])('is a name in one spelling, and shown as it was written: %s', (written, address, name) => {
    expect(senderAddress(written, 'BG')).toEqual({ address, kind: 'NAME', name });
  });

  it('takes a long number of a plan that nobody knows yet for a number', () => {
    expect(senderAddress('+999 1234 56789', 'BG')).toEqual({ address: '+999123456789', kind: 'NUMBER', name: null });
  });

  it('is one for both ways in which a Brazilian mobile number is written', () => {
    expect(senderAddress('+55 11 8765-4321', 'BG').address).toBe('+5511987654321');
    expect(senderAddress('5511987654321', 'BG').address).toBe('+5511987654321');
  });

  it('is nobody’s where nobody can be called so', () => {
    for (const written of ['8'.repeat(21), '8'.repeat(3000), `+${'359'.repeat(40)}`, 'A'.repeat(101)])
      expect(senderAddress(written, 'BG')).toEqual({ address: '', kind: 'NAME', name: null });
    expect(senderAddress('8'.repeat(20), 'BG')).toMatchObject({ kind: 'NAME', address: '8'.repeat(20) });
  });

  it('tells what is no number at all', () => {
    for (const written of ['1917', 'SUPPORT', '', '+', '12', 'call +359881234567', '+35988123456789012345']) {
      expect([written, telephoneNumber(written, 'BG')]).toEqual([written, null]);
    }
  });
});
