import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOfToken, threadAddress, threadToken, tokensIn, withoutToken } from './reply-address.ts';

const key = randomBytes(32);
const place = { accountId: '0196b1f0-0000-7000-8000-00000000000a', conversationId: '0196b1f0-1234-7abc-8def-0123456789ab' };

describe('an address that leads back', () => {
  it('names its conversation to whoever has the key, however servers write it', () =>
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (conversationId, isLoud) => {
        const address = threadAddress(key, 'office@shop.example', { ...place, conversationId }) ?? '';
        const [token = ''] = tokensIn([isLoud ? address.toUpperCase() : address], '');
        expect(conversationOfToken(key, place.accountId, token)).toBe(conversationId);
        expect(withoutToken(address)).toBe('office@shop.example');
      }),
    ));

  it('is nobody else’s: not of another account, not by another key, and not with a letter changed', () => {
    const token = threadToken(key, place);
    expect(conversationOfToken(key, '0196b1f0-0000-7000-8000-00000000000b', token)).toBeNull();
    expect(conversationOfToken(randomBytes(32), place.accountId, token)).toBeNull();
    for (let at = 0; at < token.length; at++) {
      const other = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`;
      expect(conversationOfToken(key, place.accountId, other)).toBeNull();
    }
    for (const text of ['', 'abc', `${token}a`, token.toUpperCase()]) expect(conversationOfToken(key, place.accountId, text)).toBeNull();
  });

  it('is none where it would be longer than addresses may be', () => {
    const fits = `${'a'.repeat(22)}@shop.example`;
    expect(threadAddress(key, fits, place)?.indexOf('@')).toBe(64);
    expect(threadAddress(key, `a${fits}`, place)).toBeNull();
  });

  it('leads by the subject, too', () => {
    const token = threadToken(key, place);
    expect(tokensIn([], `Re: Lamp [#${token.toUpperCase()}]`)).toEqual([token]);
    expect(tokensIn([`office+c.${token}@shop.example`, `"Shop" <office+c.${token}@shop.example>`], '')).toEqual([token]);
  });
});
