import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { startText } from '../text.ts';
import { BrokenArea } from './Area.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});

const markup = (place: 'notice' | 'line' | 'button', problem: unknown) =>
  renderToStaticMarkup(createElement(BrokenArea, { name: 'Customer', problem, place, onRetry: () => undefined }));

test('an area that broke says which it is and offers to try again, however little room it has', () => {
  const problem = new TypeError('x is undefined');
  expect(markup('notice', problem)).toMatch(/role="alert".*Could not be shown: Customer.*Try again/s);
  expect(markup('line', problem)).toMatch(/role="alert".*Could not be shown: Customer.*Try again/s);
  expect(markup('button', problem)).toContain('aria-label="Could not be shown: Customer. Try again"');
  for (const place of ['notice', 'line', 'button'] as const) expect(markup(place, problem)).not.toContain('x is undefined');
});

test('an area that a refusal broke tells the request’s id', () => {
  expect(markup('notice', new ApiProblem(500, { message: 'ERROR_DEFAULT_MESSAGE', errors: [] }, 'request-7'))).toContain('request-7');
});
