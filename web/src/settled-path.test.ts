import { expect, it } from 'vitest';
import { settledPath } from './settled-path.ts';

const id = '01a21fdc-44c9-7784-9c26-9caae5245c1f';

it('writes ids in small letters and leaves everything else as it is', () => {
  expect(settledPath(`/communications/${id.toUpperCase()}`)).toBe(`/communications/${id}`);
  expect(settledPath(`/a/${id.toUpperCase()}/Tab`)).toBe(`/a/${id}/Tab`);
  expect(settledPath('/Communications/ABC-DEF')).toBe('/Communications/ABC-DEF');
  expect(settledPath('/communications/%D0%90')).toBe('/communications/%D0%90');
});

it('sends a path that cannot be read to the page for unknown ones', () => {
  expect(settledPath('/communications/%E0%A4%A')).toBe('/404');
  expect(settledPath('/%')).toBe('/404');
});
