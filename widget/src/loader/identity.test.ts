import { VisitorIdentity } from '@parley/contract/entities/visitor';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readIdentity } from './identity.ts';

const anything = fc.oneof(fc.anything(), fc.record({ userId: fc.anything(), signature: fc.anything() }));

it('takes an identity that the server can read, and says in one sentence what else it wants', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const signature = 'a'.repeat(64);
  expect(readIdentity({ userId: 7, signature })).toEqual({ userId: '7', signature });
  for (const given of [null, 'me', {}, { userId: '', signature }, { userId: '7', signature: 'short' }])
    expect(readIdentity(given)).toBeNull();
  expect(warned).toHaveBeenCalledTimes(5);
  fc.assert(
    fc.property(anything, (given) => [true, null].includes(readIdentity(given) && VisitorIdentity.safeParse(readIdentity(given)).success)),
  );
  warned.mockRestore();
});
