import { afterEach, expect, it } from 'vitest';
import { bind, holderOf, keysOf, readBindings, resetBindings, useBindings } from './bindings.ts';
import { commandIds, entryOf } from './command-table.ts';
import { clash } from './keys.ts';
import { meaningOf } from './use-shortcuts.ts';

afterEach(resetBindings);

it('gives no two commands the same key, and more than twenty a key at all', () => {
  const bound = commandIds.flatMap((id) =>
    [entryOf(id).keys, entryOf(id).also ?? ''].filter((keys) => keys !== '').map((keys) => ({ id, keys })),
  );
  expect(bound.filter((a) => bound.some((b) => a !== b && clash(a.keys, b.keys)))).toEqual([]);
  expect(new Set(bound.map(({ id }) => id)).size).toBeGreaterThanOrEqual(20);
});

it('leads to what is offered: at once, or by the second stroke', () => {
  expect(meaningOf('e', ['room.resolve'], {})).toBe('room.resolve');
  expect(meaningOf('e', [], {})).toBeNull();
  expect(meaningOf('g', ['go.accounts'], {})).toBe('begins');
  expect(meaningOf('g a', ['go.accounts'], {})).toBe('go.accounts');
  expect(meaningOf('arrowdown', ['list.next'], { 'list.next': 'x' })).toBe('list.next');
});

it('changes a key, tells whose a key is, and goes back', () => {
  bind('room.resolve', 'y');
  expect(keysOf(useBindings.getState(), 'room.resolve')).toBe('y');
  expect(meaningOf('e', ['room.resolve'], useBindings.getState())).toBeNull();
  expect(holderOf(useBindings.getState(), 'y', 'room.reply')).toBe('room.resolve');
  expect(holderOf(useBindings.getState(), 'e', 'room.reply')).toBeNull();
  expect(holderOf({}, 'g', 'room.reply')).toBe('go.communications');
  expect(holderOf({}, 'arrowdown', 'room.reply')).toBe('list.next');
  bind('room.resolve', 'e');
  expect(useBindings.getState()).toEqual({});
});

it('reads what was kept, and leaves out what does not fit', () => {
  expect(readBindings('{"room.resolve":"x","room.gone":"y"}')).toEqual({ 'room.resolve': 'x' });
  expect(readBindings('{"room.resolve":5}')).toEqual({});
  expect(readBindings('no JSON')).toEqual({});
  expect(readBindings(null)).toEqual({});
});
