import { open } from 'node:fs/promises';
import type { UploadedFile } from '@parley/contract';
import sharp from 'sharp';
import { fairLine, type Place } from './fair-line.ts';

/** Larger pictures are not decoded: a few kilobytes can claim any size. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 16_384;
const THUMBNAIL_SIDE = 640;
/** Twice the largest avatar. */
const SMALL_SQUARE = 128;
const SECONDS = 10;

// Loaders of formats that are never asked for are closed, whatever the bytes say they are.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});
// One picture at a time on one thread, and nothing kept: what a decoded picture takes is the bound of what all take.
sharp.cache(false);
sharp.concurrency(1);
const line = fairLine();
const NOBODYS: Place = { group: '', owner: '' };

export type Picture = { notice: null; width: number; height: number; thumbnail: Buffer } | { notice: NonNullable<UploadedFile['notice']> };

/**
 * Measures a picture by its header, and only when that is within bounds makes a small one of its first frame.
 * @param place whose turn it is: the many pictures of one network of visitors hold up no colleague and no other network
 */
export const lookAtPicture = (path: string, place: Place = NOBODYS): Promise<Picture> => line(place, () => measureAndShrink(path));

/** May these bytes be shown as a picture? By their header alone: of no more than was measured before. */
export const isShowable = (bytes: Buffer, place: Place): Promise<boolean> =>
  line(place, async () => {
    try {
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      return width <= LONGEST_SIDE && height <= LONGEST_SIDE && width * height <= MOST_PIXELS;
    } catch {
      return false;
    }
  });

/**
 * The middle of a picture as a square, and a small one of it; null when it cannot be shown. Of no more than was measured before.
 * @param side of the square, in pixels
 */
export const squaresOf = (path: string, side: number, place: Place): Promise<{ whole: Buffer; small: Buffer } | null> =>
  line(place, async () => {
    try {
      const whole = await decoded(path)
        .resize({ width: side, height: side, fit: 'cover' })
        .webp({ quality: 84 })
        .timeout({ seconds: SECONDS })
        .toBuffer();
      return { whole, small: await sharp(whole).resize({ width: SMALL_SQUARE }).webp({ quality: 84 }).toBuffer() };
    } catch {
      return null;
    }
  });

/** Browsers make room for the whole screen that a GIF announces (bytes 6 to 9), however small its frames are; the library tells those. */
async function screenOfGif(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(10), 0, 10, 0);
    if (bytesRead < 10) throw new Error('a GIF without a header');
    return { width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) };
  } finally {
    await file.close();
  }
}

/** Upright and in the colours of screens. */
const decoded = (path: string) =>
  sharp(path, { limitInputPixels: MOST_PIXELS, sequentialRead: true, autoOrient: true, failOn: 'error' }).toColourspace('srgb');

async function measureAndShrink(path: string): Promise<Picture> {
  try {
    const { format, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
    const { width, height } = format === 'gif' ? await screenOfGif(path) : autoOrient;
    if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS) return { notice: 'MAX_IMAGE_RESOLUTION' };
    const thumbnail = await decoded(path)
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return { notice: null, width, height, thumbnail };
  } catch {
    // Whatever the library says of the bytes, to people it is one thing: this cannot be shown.
    return { notice: 'UNREADABLE_IMAGE' };
  }
}
