import { type Account, accountChanges, Feature, NewAccount, replacements } from '@parley/contract';
import { expect, it } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { type AccountValues, accountRules, emptyAccount, newAccountOf, replacementsOf, valuesOf } from './account-form.ts';

const account: Account = {
  id: '0193a1de-0000-7000-8000-0000000000a1',
  name: 'Lumen Home',
  country: 'BG',
  industry: 'Lamps',
  description: '',
  language: 'bg',
  timezone: 'Europe/Sofia',
  status: 'inactive',
  companyTradeName: '',
  serialNumber: 'LH-1',
  googleProjectId: '',
  externalUserId: '',
  webrtcEnabled: true,
  pbxIntegrationUrl: 'https://pbx.example/',
  unifyPBXSSOIntegrationUrl: '',
  unifyCCAgentSSOIntegrationUrl: '',
  unifyCCAdminSSOIntegrationUrl: '',
  features: Object.fromEntries(Feature.options.map((feature) => [feature, feature === 'TAGS'])) as Account['features'],
  hasPbxApiKey: true,
  hasCallCentreApiKey: false,
  createdAt: '2026-11-01T08:00:00.000Z',
  userCount: 3,
};

const faults = (values: AccountValues) =>
  Object.fromEntries(
    Object.entries(accountRules).flatMap(([field, rule]) => {
      const fault = faultOf(rule, values[field as keyof AccountValues]);
      return fault === null ? [] : [[field, fault.key]];
    }),
  );

it('shows an account with every field, its keys untouched, and without what is changed apart', () => {
  const values = valuesOf(account);
  expect(values).toMatchObject({ name: 'Lumen Home', country: 'BG', language: 'bg', webrtcEnabled: true, TAGS: true, VIOLATIONS: false });
  expect(values).toMatchObject({ pbxApiKey: false, callCentreApiKey: false });
  expect(Object.keys(values)).not.toEqual(expect.arrayContaining(['status']));
  expect(faults(values)).toEqual({});
});

it('says of each field what is wrong with it', () => {
  const values = { ...emptyAccount('Nowhere/Town'), pbxIntegrationUrl: 'pbx', pbxApiKey: '', callCentreApiKey: 'x'.repeat(501) };
  expect(faults(values)).toEqual({
    name: 'FORM_REQUIRED',
    timezone: 'FORM_NOT_A_TIME_ZONE',
    pbxIntegrationUrl: 'FORM_NOT_A_WEB_ADDRESS',
    pbxApiKey: 'FORM_REQUIRED',
    callCentreApiKey: 'FORM_TOO_LONG',
  });
});

it('makes of a filled form what the contract takes for a new account', () => {
  const body = newAccountOf({ ...valuesOf(account), callCentreApiKey: 'key' });
  expect(NewAccount.parse(body)).toEqual(body);
  expect(body).toMatchObject({ name: 'Lumen Home', language: 'bg', callCentreApiKey: 'key', features: { TAGS: true, VIOLATIONS: false } });
  expect(body).not.toHaveProperty('pbxApiKey');
});

it('replaces what changed alone, and features together at the end', () => {
  const values = { ...valuesOf(account), name: 'Lumen', pbxApiKey: null, TAGS: false, EVALUATIONS: true };
  const body = replacementsOf(values, ['name', 'pbxApiKey', 'EVALUATIONS', 'TAGS']);
  expect(body).toEqual([
    { op: 'replace', path: 'name', value: 'Lumen' },
    { op: 'replace', path: 'pbxApiKey', value: null },
    { op: 'replace', path: 'features', value: { EVALUATIONS: true, TAGS: false } },
  ]);
  expect(replacements(accountChanges).parse(body)).toEqual(body);
});
