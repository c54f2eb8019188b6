import { describe, expect, it } from 'vitest';
import { cpuMicros, parseStat } from './cpu.ts';

describe('the time that processes use', () => {
  it('is read behind a name with blanks and brackets', () => {
    const line = '77 (a (b) c) S 12 77 77 0 -1 4194560 100 0 0 0 250 50 7 3 20 0 1 0 1234 0 0';
    expect(parseStat(77, line)).toEqual({ pid: 77, parent: 12, ticks: 310 });
  });

  it('grows with work, and is nothing for who is not there', () => {
    const before = cpuMicros([process.pid]);
    // Time of a processor, not of the clock: others may have it meanwhile.
    for (const begun = process.cpuUsage(); process.cpuUsage(begun).user < 60_000; );
    expect(cpuMicros([process.pid]) - before).toBeGreaterThanOrEqual(30_000);
    expect(cpuMicros([2 ** 22 + 1])).toBe(0);
  });
});
