import { useState } from 'react';
import { keep, kept } from '../../kept.ts';

const NAME = 'parley.rooms-width';
export const LEAST = 260;
export const MOST = 420;
export const USUAL = 320;

const within = (width: number): number => Math.round(Math.min(MOST, Math.max(LEAST, width)));

/** Width of the room list, as it was left in this browser. */
export function useColumnWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => within(Number(kept(NAME) ?? USUAL) || USUAL));
  const choose = (next: number) => {
    setWidth(within(next));
    keep(NAME, String(within(next)));
  };
  return [width, choose];
}
