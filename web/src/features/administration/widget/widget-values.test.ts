import { expect, test } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { lengthOf, NO_RESET, replacementsOf, sitesIn, type WidgetValues, widgetRules } from './widget-values.ts';

const faultOfSites = (lines: string) => faultOf(widgetRules.allowedSites ?? { schema: undefined as never }, lines);

test('sites are read line by line, without what was copied along', () => {
  expect(sitesIn(' https://Shop.example/ \n\nhttps://*.shop.example\r\n* ')).toEqual([
    'https://shop.example',
    'https://*.shop.example',
    '*',
  ]);
  expect(sitesIn('')).toEqual([]);
});

test('a line that is no site is said, and none at all is none', () => {
  expect(faultOfSites('https://shop.example\nhttp://localhost:8080')).toBeNull();
  expect(faultOfSites('https://shop.example/cart')).toEqual({ key: 'WIDGETS_ALLOWED_SITES_INVALID' });
  expect(faultOfSites('shop.example')).toEqual({ key: 'WIDGETS_ALLOWED_SITES_INVALID' });
  expect(faultOf(widgetRules.primaryColor ?? { schema: undefined as never }, 'violet')).toEqual({ key: 'WIDGETS_COLOR_INVALID' });
});

test('a length is told in the largest whole unit', () => {
  expect([30, 60, 480, 1440, 43_200, 90].map(lengthOf)).toEqual([
    { key: 'WIDGETS_MINUTES', count: 30 },
    { key: 'WIDGETS_HOURS', count: 1 },
    { key: 'WIDGETS_HOURS', count: 8 },
    { key: 'WIDGETS_DAYS', count: 1 },
    { key: 'WIDGETS_DAYS', count: 30 },
    { key: 'WIDGETS_MINUTES', count: 90 },
  ]);
});

test('what it asks is sent as one, and only when something of it changed', () => {
  const values = {
    askName: 'OPTIONAL',
    askEmail: 'REQUIRED',
    askPhone: 'NO',
    askConsent: 'NO',
    resetAfterMinutes: NO_RESET,
  } as WidgetValues;
  expect(replacementsOf(['resetAfterMinutes', 'askName', 'askEmail'], values)).toEqual([
    { op: 'replace', path: 'resetAfterMinutes', value: null },
    { op: 'replace', path: 'form', value: { name: 'OPTIONAL', email: 'REQUIRED', phone: 'NO', consent: 'NO' } },
  ]);
  expect(replacementsOf(['closedForm'], { ...values, closedForm: false })).toEqual([{ op: 'replace', path: 'closedForm', value: false }]);
  expect(replacementsOf(['resetAfterMinutes'], { ...values, resetAfterMinutes: '60' })).toEqual([
    { op: 'replace', path: 'resetAfterMinutes', value: 60 },
  ]);
});
