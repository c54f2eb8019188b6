import type { UploadedFile } from '@parley/contract';
import sharp from 'sharp';
import { fairLine, type Place } from './fair-line.ts';

/** Larger pictures are not decoded: a few kilobytes can claim any size. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 16_384;
const THUMBNAIL_SIDE = 640;
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

async function measureAndShrink(path: string): Promise<Picture> {
  try {
    const { width, height } = (await sharp(path, { limitInputPixels: false }).metadata()).autoOrient;
    if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS) return { notice: 'MAX_IMAGE_RESOLUTION' };
    const thumbnail = await sharp(path, { limitInputPixels: MOST_PIXELS, sequentialRead: true, autoOrient: true, failOn: 'error' })
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 78 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return { notice: null, width, height, thumbnail };
  } catch {
    // Whatever the library says of the bytes, to people it is one thing: this cannot be shown.
    return { notice: 'UNREADABLE_IMAGE' };
  }
}
