import { expect, it } from 'vitest';
import { clash, strokeOf } from './keys.ts';

const stroke = (key: string, code: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  strokeOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

it('takes letters and digits by their place, whatever the layout writes with them', () => {
  expect(stroke('е', 'KeyE')).toBe('e');
  expect(stroke('E', 'KeyE', { shiftKey: true })).toBe('shift+e');
  expect(stroke('к', 'KeyK', { ctrlKey: true })).toBe('mod+k');
  expect(stroke('Enter', 'Enter', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+enter');
  expect(stroke('Enter', 'Enter', { ctrlKey: true })).toBe('mod+enter');
  expect(stroke('k', 'KeyK', { metaKey: true })).toBe('mod+k');
  expect(stroke('1', 'Digit1')).toBe('1');
  expect(stroke('?', 'Slash', { shiftKey: true })).toBe('?');
  expect(stroke('/', 'Slash')).toBe('/');
  expect(stroke('б', 'Slash')).toBe('/');
  expect(stroke('/', 'Digit7', { shiftKey: true })).toBe('/');
  expect(stroke('/', 'NumpadDivide')).toBe('/');
  expect(stroke('ArrowDown', 'ArrowDown')).toBe('arrowdown');
});

it('binds nothing to modifiers alone, to Alt, which writes letters, and to the space, which presses buttons', () => {
  expect(stroke('Shift', 'ShiftLeft', { shiftKey: true })).toBeNull();
  expect(stroke('ą', 'KeyA', { altKey: true })).toBeNull();
  expect(stroke(' ', 'Space')).toBeNull();
});

it('knows what cannot be told apart', () => {
  expect(clash('g', 'g c')).toBe(true);
  expect(clash('g c', 'g c')).toBe(true);
  expect(clash('g c', 'g d')).toBe(false);
  expect(clash('', 'g')).toBe(false);
});
