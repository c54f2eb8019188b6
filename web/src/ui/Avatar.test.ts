import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar, initialsOf } from './Avatar.tsx';

it('takes initials of letters alone, of the first and the last word', () => {
  const names = ['Elena Marinova', 'Ана-Мария ван дер Берг', 'Nadia', '(Ivo) 7 Petrov', 'Visitor 4711', '+359 88 123 4567', '  '];
  expect(names.map(initialsOf)).toEqual(['EM', 'АБ', 'N', 'IP', 'V', '', '']);
});

it('shows the last digits of a number, and a figure for a name that was made for want of one', () => {
  const shown = (name: string, unnamed: boolean) => renderToStaticMarkup(createElement(Avatar, { name, kind: 'customer', unnamed }));
  expect(shown('Elena Marinova', false)).toContain('>EM<');
  expect(shown('+359 88 123 4567', false)).toContain('>67<');
  for (const figure of [shown('  ', false), shown('Visitor 4711', true)]) {
    expect(figure).toContain('#i-person');
    expect(figure).not.toMatch(/>[^<>]+</);
  }
});
