import { afterEach, expect, it } from 'vitest';
import { isSingle, setSingleKeys, useSingleKeys } from './single-keys.ts';

afterEach(() => setSingleKeys(true));

it('tells a letter by itself, alone or before another, from keys that write nothing', () => {
  expect(['e', '?', '1', 'shift+e', 'g c', 'я'].filter((keys) => !isSingle(keys))).toEqual([]);
  expect(['mod+k', 'mod+s', 'escape', 'arrowdown', 'enter', ''].filter(isSingle)).toEqual([]);
});

it('is on at first, and stays as it was chosen', () => {
  expect(useSingleKeys.getState().isOn).toBe(true);
  setSingleKeys(false);
  expect(useSingleKeys.getState().isOn).toBe(false);
});
