import { BrowserFault } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { ApiProblem } from './api/api-problem.ts';
import { faultOf } from './told-faults.ts';

const at = { origin: 'https://parley.example', pathname: '/admin/users/0198c2f4-7d1e-7c3a-9b5d-1f2e3a4b5c6d' };

function thrown(stack: string): Error {
  const error = new TypeError('cannot read "purple elephant"');
  error.stack = stack;
  return error;
}

describe('a fault of the page', () => {
  it.each([
    [
      'Chromium',
      'TypeError: purple\n    at Timeline.draw (https://parley.example/assets/page-4f2.js:12:345)\n    at https://parley.example/assets/main.js:1:2',
    ],
    ['Firefox and Safari', 'Timeline.draw@https://parley.example/assets/page-4f2.js:12:345\n@https://parley.example/assets/main.js:1:2'],
  ])('is told by kind, place and page as %s gives them, without its words', (_browser, stack) => {
    const fault = faultOf(thrown(stack), at);
    expect(BrowserFault.safeParse(fault).success).toBe(true);
    expect(fault).toEqual({
      type: 'TypeError',
      frames: [
        { function: 'Timeline.draw', file: '/assets/page-4f2.js', line: 12, column: 345 },
        { function: '', file: '/assets/main.js', line: 1, column: 2 },
      ],
      page: '/admin/users/$id',
    });
  });

  it('is not told when it is of an extension, a refusal, or no error at all', () => {
    expect(faultOf(thrown('TypeError: x\n    at f (chrome-extension://abc/content.js:1:2)'), at)).toBeNull();
    expect(faultOf(thrown('TypeError: x\n    at f (https://elsewhere.example/a.js:1:2)'), at)).toBeNull();
    expect(faultOf(new ApiProblem(404, { message: 'ROOM_NOT_FOUND', errors: [] }, null), at)).toBeNull();
    expect(faultOf('purple elephant', at)).toBeNull();
  });

  it('is cut to what the server takes', () => {
    const line = '    at f (https://parley.example/assets/page.js:1:2)';
    const fault = faultOf(thrown(Array.from({ length: 50 }, () => line).join('\n')), { ...at, pathname: '/привет мир' });
    expect(fault?.frames).toHaveLength(20);
    expect(fault?.page).toBe('/');
  });
});
