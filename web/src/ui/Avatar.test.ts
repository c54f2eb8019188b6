import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar, initialsOf } from './Avatar.tsx';

it('takes initials of letters alone, of the first and the last word', () => {
  const names = ['Elena Marinova', 'Ана-Мария ван дер Берг', 'Nadia', '(Ivo) 7 Petrov', 'Visitor 4711', '+359 88 123 4567', '  '];
  expect(names.map(initialsOf)).toEqual(['EM', 'АБ', 'N', 'IP', 'V', '', '']);
});

it('shows a figure for a name without letters, and for one that was made for want of a name', () => {
  const shown = (name: string, unnamed: boolean) => renderToStaticMarkup(createElement(Avatar, { name, kind: 'customer', unnamed }));
  expect(shown('Elena Marinova', false)).toContain('>EM<');
  for (const figure of [shown('+359 88 123 4567', false), shown('Visitor 4711', true)]) {
    expect(figure).toContain('#i-person');
    expect(figure).not.toMatch(/>[^<>]+</);
  }
});
