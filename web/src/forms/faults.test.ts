import { AccountRole, userFields } from '@parley/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiProblem } from '../api/api-problem.ts';
import { everyText, showLanguage, startText, text } from '../text.ts';
import { faultOf, faultWords } from './field-fault.ts';
import { serverFaults } from './server-faults.ts';

describe('faultOf', () => {
  it('says in the catalogue’s words what the contract’s schema finds', () => {
    const { firstName, email, timezone } = userFields;
    expect(faultOf({ schema: firstName }, 'Mila')).toBeNull();
    expect(faultOf({ schema: firstName }, '   ')).toEqual({ key: 'FORM_REQUIRED' });
    expect(faultOf({ schema: firstName }, 'x'.repeat(101))).toEqual({ key: 'FORM_TOO_LONG', params: { count: 101 } });
    expect(faultOf({ schema: email }, '')).toEqual({ key: 'FORM_REQUIRED' });
    expect(faultOf({ schema: email }, 'mila at shop')).toEqual({ key: 'FORM_NOT_AN_ADDRESS' });
    expect(faultOf({ schema: timezone }, 'Mars/Olympus')).toEqual({ key: 'FORM_NOT_A_TIME_ZONE' });
  });

  it('says a field’s own words where it has some, and general ones otherwise', () => {
    const extension = { schema: userFields.extension, invalid: 'USERS_EXTENSION_INVALID' } as const;
    expect(faultOf(extension, '12a')).toEqual({ key: 'USERS_EXTENSION_INVALID' });
    expect(faultOf({ schema: AccountRole }, 'owner')).toEqual({ key: 'FORM_CHOOSE' });
    expect(faultOf({ schema: z.union([z.literal(false), z.string().check(z.minLength(1))]) }, '')).toEqual({ key: 'FORM_REQUIRED' });
  });
});

describe('a fault in words', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
    await startText();
    await everyText();
  });
  const name = 'USERS_FIRST_NAME';
  const whole = z.int().check(z.minimum(1), z.maximum(100));

  it.each([
    ['required', userFields.firstName, '', 'First name is required.', 'Полето „Име“ е задължително.'],
    ['not valid', z.string().check(z.refine(() => false)), 'x', 'First name is not valid.', 'Полето „Име“ не е валидно.'],
    ['of the wrong type', whole, 1.5, 'First name must be a whole number.', 'Полето „Име“ трябва да е цяло число.'],
    [
      'too short',
      z.string().check(z.minLength(3)),
      'x',
      'First name must be greater than 2 characters.',
      'Полето „Име“ трябва да има повече от 2 знака.',
    ],
    [
      'too short by one',
      z.string().check(z.minLength(2)),
      'x',
      'First name must be greater than 1 character.',
      'Полето „Име“ трябва да има повече от 1 знак.',
    ],
    [
      'too long',
      z.string().check(z.maxLength(3)),
      'four',
      'First name must be less than 4 characters.',
      'Полето „Име“ трябва да има по-малко от 4 знака.',
    ],
    ['above', whole, 101, 'Number exceeds maximum of 100.', 'Числото е над максимума от 100.'],
    ['below', whole, 0, 'Number is below minimum of 1.', 'Числото е под минимума от 1.'],
    ['not among the choices', AccountRole, 'owner', 'Please select an option.', 'Моля, изберете от възможностите.'],
    ['not chosen', z.string(), null, 'Please select an option.', 'Моля, изберете от възможностите.'],
    ['of another form', z.string().check(z.regex(/^a$/)), 'b', 'Format is not correct.', 'Форматът не е верен.'],
    ['no e-mail address', userFields.email, 'mila', 'This is not an e-mail address.', 'Това не е имейл адрес.'],
  ] as const)('says when it is %s', async (_what, schema, value, en, bg) => {
    const fault = faultOf({ schema }, value);
    if (fault === null) throw new Error('No fault was found');
    expect(faultWords(text, fault, name)).toBe(en);
    await showLanguage('bg');
    expect(faultWords(text, fault, name)).toBe(bg);
    await showLanguage('en');
  });

  it('asks for another choice where the server refuses a field that has no rule', () => {
    expect(faultWords(text, { key: 'FORM_INVALID' })).toBe('Please select an option.');
    expect(faultWords(text, { key: 'USER_LAST_ADMIN' })).toMatch(/last active admin/);
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
