import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Crop, moved, type Size, squareOf, zoomed } from './square-crop.ts';

/** Part of the square's side that an arrow key moves it by. */
const STEP = 0.05;
/** The picture goes where the arrow points, so its square goes the other way: to the right, and down. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const NEARER: Readonly<Record<string, number>> = { '+': 0.1, '-': -0.1 };

/** Moves the picture under its square: drawn by the pointer, or by arrow keys; plus and minus bring it nearer and further away. */
export function useCropMoves(size: Size | null, crop: Crop, onCrop: (crop: Crop) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current === null || size === null) return;
      const scale = squareOf(crop, size).side / event.currentTarget.clientWidth;
      onCrop(moved(crop, size, { right: (from.current.x - event.clientX) * scale, down: (from.current.y - event.clientY) * scale }));
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: () => {
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (size === null || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = squareOf(crop, size).side * STEP;
      const arrow = ARROWS[event.key];
      const nearer = NEARER[event.key];
      if (arrow === undefined && nearer === undefined) return;
      event.preventDefault();
      const [right, down] = arrow ?? [0, 0];
      onCrop(nearer === undefined ? moved(crop, size, { right: right * step, down: down * step }) : zoomed(crop, size, crop.zoom + nearer));
    },
  };
}
