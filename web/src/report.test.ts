import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem, UNREACHABLE } from './api/api-problem.ts';
import { report } from './report.ts';

afterEach(() => vi.unstubAllGlobals());

test('a fault of the page goes to the browser’s reporting; a refusal, and a server that was not reached, do not', () => {
  const told = vi.fn();
  vi.stubGlobal('reportError', told);
  report(new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null));
  report(new ApiProblem(404, { message: 'ROOM_NOT_FOUND', errors: [] }, null));
  expect(told).not.toHaveBeenCalled();
  const fault = new TypeError('x is undefined');
  report(fault);
  expect(told.mock.calls).toEqual([[fault]]);
});
