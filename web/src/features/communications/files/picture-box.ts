import type { EventFile } from '@parley/contract';

const WIDEST = 320;
const HIGHEST = 280;
const NARROWEST = 96;
const LOWEST = 64;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Where a picture is shown in the timeline, in pixels. */
export interface PictureBox {
  readonly width: number;
  readonly height: number;
  /** A tiny picture is not enlarged; one that is all length shows its middle. */
  readonly fit: 'none' | 'cover';
}

/** The place of a picture before it is there, at its right proportion, so that nothing moves when it comes. */
export function pictureBox({ imageWidth, imageHeight }: Pick<EventFile, 'imageWidth' | 'imageHeight'>): PictureBox {
  const width = imageWidth ?? WIDEST;
  const height = imageHeight ?? HIGHEST;
  const scale = Math.min(1, WIDEST / Math.max(1, width), HIGHEST / Math.max(1, height));
  const box = {
    width: within(Math.round(width * scale), NARROWEST, WIDEST),
    height: within(Math.round(height * scale), LOWEST, HIGHEST),
  };
  return { ...box, fit: width < box.width && height < box.height ? 'none' : 'cover' };
}
