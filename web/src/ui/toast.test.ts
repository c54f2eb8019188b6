import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { nothingShown } from '../nothing-shown.testing.ts';
import { startText } from '../text.ts';
import { ToastView } from './Toasts.tsx';
import { shownToasts, toastError, toastProblem, toastSuccess } from './toast.ts';

const style = new Map<string, string>();

beforeAll(async () => {
  const documentElement = { lang: '', clientHeight: 800, style: { setProperty: (name: string, value: string) => style.set(name, value) } };
  Object.assign(globalThis, { document: { documentElement, querySelector: () => null } });
  await startText();
  await nothingShown();
  vi.useFakeTimers();
});
beforeEach(() => void vi.runAllTimers());
// What is left would stand for good in the tests of other files.
afterAll(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('a toast', () => {
  it.each([
    ['of an error', () => toastError('ERROR_DEFAULT_MESSAGE'), 'alert'],
    ['of a refusal', () => toastProblem(new ApiProblem(404, { message: 'ROOM_NOT_FOUND', errors: [] }, null)), 'alert'],
    ['of what was done', () => toastSuccess('COMMUNICATIONS_RESOLVED_TOAST'), 'status'],
  ])('%s lasts 5000 ms and cannot be dismissed', (_of, show, role) => {
    show();
    const [toast] = shownToasts();
    const markup = toast === undefined ? '' : renderToStaticMarkup(createElement(ToastView, toast));
    expect(markup).toContain(`role="${role}"`);
    expect(markup).not.toContain('<button');
    vi.advanceTimersByTime(4999);
    expect(shownToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shownToasts()).toHaveLength(0);
  });

  it('waits for its place when three stand, and then has its whole time', () => {
    for (let shown = 0; shown < 3; shown += 1) toastError('ERROR_DEFAULT_MESSAGE');
    toastSuccess('COMMUNICATIONS_RESOLVED_TOAST');
    expect(shownToasts().map(({ kind }) => kind)).toEqual(['error', 'error', 'error']);
    vi.advanceTimersByTime(5000);
    expect(shownToasts().map(({ kind }) => kind)).toEqual(['success']);
    vi.advanceTimersByTime(4999);
    expect(shownToasts()).toHaveLength(1);
  });

  it('stands at the lower edge where nothing has to stay free', () => {
    toastError('ERROR_DEFAULT_MESSAGE');
    expect(style.get('--toast-bottom')).toBe('0px');
    expect(style.get('--toast-bar')).toBe('0px');
  });

  it('leaves the bar of a form free at any width', () => {
    const bar = { getBoundingClientRect: () => ({ top: 750, height: 50 }) };
    const { querySelector } = document;
    Object.assign(document, { querySelector: (asked: string) => (asked.includes('data-toasts-above') ? bar : null) });
    toastError('ERROR_DEFAULT_MESSAGE');
    expect([style.get('--toast-bar'), style.get('--toast-bottom')]).toEqual(['50px', '50px']);
    Object.assign(document, { querySelector });
  });
});
