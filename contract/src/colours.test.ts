import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, readableOn, readableOnWhite } from './colours.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colours of an account', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('finds a readable colour on any ground', () => {
    fc.assert(fc.property(colour, (ground) => contrast(readableOn(ground), ground) >= 4.5));
    expect(readableOn('#1f5f56')).toBe('#ffffff');
    expect(readableOn('#f2c14e')).toBe('#000000');
  });

  it('makes any colour readable on white and leaves a readable one alone', () => {
    fc.assert(fc.property(colour, (any) => contrast(readableOnWhite(any), '#ffffff') >= 4.5));
    expect(readableOnWhite('#1f5f56')).toBe('#1f5f56');
  });
});
