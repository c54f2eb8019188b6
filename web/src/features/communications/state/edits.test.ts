import { expect, test } from 'vitest';
import { beginEdit, type Edits, endEdit, focusedEdit, hasTyped, typedIn, typeEdit } from './edits.ts';

const message = (id: string, roomId = 'room', privateMessage = false) =>
  ({ id, roomId, eventData: { privateMessage } }) as Parameters<typeof beginEdit>[1];
const none: Edits = new Map();

test('what was typed for one message stays while another is begun, and while it is begun once more', () => {
  const typed = typeEdit(focusedEdit(beginEdit(none, message('a')), 'a'), 'a', 'other words');
  const both = beginEdit(typed, message('b'));
  expect(both.get('a')).toMatchObject({ text: 'other words', takesFocus: false });
  expect(both.get('b')).toMatchObject({ text: null, takesFocus: true });
  const again = beginEdit(both, message('a'));
  expect(again.get('a')).toMatchObject({ text: 'other words', takesFocus: true });
  // Nothing was typed for it.
  expect(again.has('b')).toBe(false);
});

test('each field takes the focus once', () => {
  expect(focusedEdit(beginEdit(none, message('a')), 'a').get('a')?.takesFocus).toBe(false);
});

test('what is over is not brought back by a key that comes late', () => {
  const ended = endEdit(beginEdit(none, message('a')), 'a');
  expect(typeEdit(ended, 'a', 'late').size).toBe(0);
});

test('what was typed is found by its room and its tab', () => {
  const edits = ['a', 'b', 'c'].reduce(
    (all, id) => typeEdit(beginEdit(all, message(id, id === 'c' ? 'other' : 'room', id === 'b')), id, id),
    none,
  );
  expect(typedIn(edits, 'room', false)).toEqual([['a', 'a']]);
  expect(typedIn(edits, 'room', true)).toEqual([['b', 'b']]);
  expect(typedIn(beginEdit(none, message('a')), 'room', false)).toEqual([]);
});

test('the page is not left unasked while something is typed that can still be saved', () => {
  const begun = beginEdit(none, message('a'));
  const everywhere = () => true;
  expect(hasTyped(begun, everywhere)).toBe(false);
  const typed = typeEdit(begun, 'a', 'other words');
  expect(hasTyped(typed, everywhere)).toBe(true);
  expect(hasTyped(typed, () => false)).toBe(false);
  expect(hasTyped(typeEdit(typed, 'a', null), everywhere)).toBe(false);
});
