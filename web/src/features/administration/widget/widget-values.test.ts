import { expect, test } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { lengthOf, sitesIn, widgetRules } from './widget-values.ts';

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
