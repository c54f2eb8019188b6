import { describe, expect, it } from 'vitest';
import { counted } from './test-parts.mjs';

describe('counted', () => {
  it('takes the tests as they ended', () => {
    expect(counted(5, 0, undefined, '')).toMatchObject({ passed: 5, failed: 0 });
    expect(counted(5, 2, 'code 1', '')).toMatchObject({ passed: 5, failed: 2 });
  });

  it('counts a run in which no test ran, or which failed beside its tests, as failed', () => {
    expect(counted(0, 0, undefined, '')).toMatchObject({ passed: 0, failed: 1 });
    expect(counted(5, 0, 'code 1', '')).toMatchObject({ passed: 5, failed: 1 });
  });
});
