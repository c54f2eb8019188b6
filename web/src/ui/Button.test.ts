import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './Button.tsx';

const markup = (props: Parameters<typeof Button>[0]) => renderToStaticMarkup(createElement(Button, props, 'Save'));

test('a button sends no form unless it is asked to', () => {
  expect(markup({})).toContain('type="button"');
  expect(markup({ type: 'submit' })).toContain('type="submit"');
});

test('while what it began is under way a button cannot be pressed again, and keeps its words', () => {
  expect(markup({})).not.toContain('disabled');
  expect(markup({ loading: true })).toMatch(/disabled="".*data-loading="true".*Save/s);
});

test('a place says more of its button without losing how it looks', () => {
  expect(markup({ className: 'send', variant: 'light' })).toMatch(/class="[^"]+ send".*data-variant="light"/s);
});
