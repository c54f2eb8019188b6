import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { startText } from '../text.ts';
import { PageError } from './PageError.tsx';
import { TooOldPage } from './TooOldPage.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});

const wordsOf = (page: ReactNode) => renderToStaticMarkup(page).replaceAll(/<[^>]+>/g, ' ');
const errorPage = (error: Error) => wordsOf(createElement(PageError, { error, reset: () => undefined }));

test('a page that broke says that this was not expected, and offers to try again', () => {
  expect(errorPage(new TypeError('x is undefined'))).toMatch(/Unexpected error! Please reload the page.*Try again/s);
  expect(errorPage(new TypeError('x is undefined'))).not.toContain('x is undefined');
});

test('a page that the server refused says why, with the request’s id for whoever helps', () => {
  const refused = new ApiProblem(404, { message: 'ROOM_NOT_FOUND', errors: [] }, 'request-7');
  expect(errorPage(refused)).toMatch(/Unexpected error.*room.*request-7/is);
});

test('a page older than the server offers to load the new one', () => {
  expect(wordsOf(createElement(TooOldPage))).toMatch(/A new version of Parley is here.*Reload/s);
});
