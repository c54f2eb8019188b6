import { AccountRole, userFields } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiProblem } from '../api/api-problem.ts';
import { faultOf } from './field-fault.ts';
import { serverFaults } from './server-faults.ts';

describe('faultOf', () => {
  it('says in the catalogue’s words what the contract’s schema finds', () => {
    const { firstName, email, timezone } = userFields;
    expect(faultOf({ schema: firstName }, 'Mila')).toBeNull();
    expect(faultOf({ schema: firstName }, '   ')).toEqual({ key: 'FORM_REQUIRED' });
    expect(faultOf({ schema: firstName }, 'x'.repeat(101))).toEqual({ key: 'FORM_TOO_LONG', params: { most: 100 } });
    expect(faultOf({ schema: email }, '')).toEqual({ key: 'FORM_REQUIRED' });
    expect(faultOf({ schema: email }, 'mila at shop')).toEqual({ key: 'FORM_NOT_AN_ADDRESS' });
    expect(faultOf({ schema: timezone }, 'Mars/Olympus')).toEqual({ key: 'FORM_NOT_A_TIME_ZONE' });
  });

  it('says a field’s own words where it has some, and general ones otherwise', () => {
    const extension = { schema: userFields.extension, invalid: 'USERS_EXTENSION_INVALID' } as const;
    expect(faultOf(extension, '12a')).toEqual({ key: 'USERS_EXTENSION_INVALID' });
    expect(faultOf({ schema: AccountRole }, 'owner')).toEqual({ key: 'FORM_INVALID' });
    expect(faultOf({ schema: z.union([z.literal(false), z.string().check(z.minLength(1))]) }, '')).toEqual({ key: 'FORM_REQUIRED' });
  });
});

describe('serverFaults', () => {
  const fields = ['email', 'username', 'extension'] as const;
  const fieldsOfProblems = { USER_EMAIL_TAKEN: 'email' } as const;
  const refusal = (message: string, errors: ApiProblem['errors']) => new ApiProblem(400, { message, errors }, null);
  const invalid = (field: string) => ({ message: 'ERROR_FIELD_INVALID', params: { field, reason: 'x' } });

  it('finds the field of a body, and of a PATCH by its place among the replacements', () => {
    const found = serverFaults(refusal('ERROR_VALIDATION', [invalid('body.extension'), invalid('query.size')]), fields, {
      fieldsOfProblems,
    });
    expect(found).toEqual({ extension: { key: 'FORM_INVALID' } });
    const paths = ['username', 'extension'] as const;
    expect(serverFaults(refusal('ERROR_VALIDATION', [invalid('body.1.value')]), fields, { paths, fieldsOfProblems })).toEqual({
      extension: { key: 'FORM_INVALID' },
    });
  });

  it('puts a refusal that is about a field at it, and any other nowhere', () => {
    const taken = refusal('USER_EMAIL_TAKEN', [{ message: 'USER_EMAIL_TAKEN', params: {} }]);
    expect(serverFaults(taken, fields, { fieldsOfProblems })).toEqual({ email: { key: 'USER_EMAIL_TAKEN', params: {} } });
    const last = refusal('USER_LAST_ADMIN', [{ message: 'USER_LAST_ADMIN', params: {} }]);
    expect(serverFaults(last, fields, { fieldsOfProblems })).toEqual({});
    expect(serverFaults(new Error('broken'), fields, { fieldsOfProblems })).toEqual({});
  });
});
