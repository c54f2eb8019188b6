import { EmailAddress } from '@parley/contract/entities/primitives';
import { PhoneNumber } from '@parley/contract/entities/visitor';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultsOf } from './faults.ts';

const optional = { name: 'OPTIONAL', email: 'OPTIONAL', phone: 'OPTIONAL', consent: 'OPTIONAL' } as const;
const required = { name: 'REQUIRED', email: 'REQUIRED', phone: 'REQUIRED', consent: 'REQUIRED' } as const;

it('asks for what is required, and for nothing that is not', () => {
  expect(faultsOf(required, {})).toEqual(['name', 'email', 'phone', 'consent']);
  expect(faultsOf(required, { name: ' ', email: '', consent: true })).toEqual(['name', 'email', 'phone']);
  expect(faultsOf(optional, {})).toEqual([]);
  expect(faultsOf({ ...required, name: 'NO', consent: 'NO' }, {})).toEqual(['email', 'phone']);
});

it('marks an address or a number that is none, also where it is optional', () => {
  expect(faultsOf(optional, { email: 'mira', phone: 'call me' })).toEqual(['email', 'phone']);
  expect(faultsOf(optional, { email: ' mira@home.example ', phone: '+359 2 123-45-67', name: 'Мира' })).toEqual([]);
});

it('holds nobody back whom the server would take', () => {
  const number = fc.stringMatching(/^\+?[0-9]{5}[0-9 ()./-]{0,15}$/);
  fc.assert(
    fc.property(fc.emailAddress(), number, (email, phone) => {
      fc.pre(EmailAddress.safeParse(email).success && PhoneNumber.safeParse(phone).success);
      return faultsOf(optional, { email, phone }).length === 0;
    }),
  );
});
