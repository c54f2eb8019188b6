import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Crop, MOST_ZOOM, middle, moved, squareOf, zoomed } from './square-crop.ts';

const wide = { width: 800, height: 400 };

it('begins with the largest square in the middle', () => {
  expect(squareOf(middle, wide)).toEqual({ left: 200, top: 0, side: 400 });
  expect(squareOf(middle, { width: 30, height: 90 })).toEqual({ left: 0, top: 30, side: 30 });
});

it('moves as far as the picture reaches, and no further when it is pushed on and drawn back', () => {
  const atEnd = moved(middle, wide, { right: 5000, down: 50 });
  expect(squareOf(atEnd, wide)).toEqual({ left: 400, top: 0, side: 400 });
  expect(squareOf(moved(atEnd, wide, { right: -10, down: 0 }), wide).left).toBe(390);
});

it('is nearer around its own middle', () => {
  expect(squareOf(zoomed(middle, wide, 2), wide)).toEqual({ left: 300, top: 100, side: 200 });
});

it('lies within the picture, whatever was done', () => {
  const step = fc.oneof(
    fc.record({ right: fc.integer({ min: -900, max: 900 }), down: fc.integer({ min: -900, max: 900 }) }),
    fc.double({ min: 0, max: 9, noNaN: true }),
  );
  const side = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(fc.record({ width: side, height: side }), fc.array(step), (size, steps) => {
      const crop = steps.reduce<Crop>((at, one) => (typeof one === 'number' ? zoomed(at, size, one) : moved(at, size, one)), middle);
      const square = squareOf(crop, size);
      expect(square.left).toBeGreaterThanOrEqual(0);
      expect(square.top).toBeGreaterThanOrEqual(0);
      expect(square.left + square.side).toBeLessThanOrEqual(size.width + 1e-6);
      expect(square.top + square.side).toBeLessThanOrEqual(size.height + 1e-6);
      expect(square.side).toBeGreaterThanOrEqual(Math.min(size.width, size.height) / MOST_ZOOM - 1e-6);
    }),
  );
});
