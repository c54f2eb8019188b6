import { type Crop, squareOf } from './square-crop.ts';

/** Side of what is sent, in pixels; the server keeps no more. */
const SIDE = 512;

/**
 * The square of a picture that was chosen, upright and without anything else that the file told. Rejects when the browser cannot
 * make it.
 */
export async function cutOut(picture: HTMLImageElement, crop: Crop): Promise<File> {
  const { left, top, side } = squareOf(crop, { width: picture.naturalWidth, height: picture.naturalHeight });
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to cut the picture out');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  // Browsers that write no WebP write PNG.
  canvas.toBlob(resolve, 'image/webp', 0.92);
  const blob = await promise;
  if (blob === null) throw new Error('the picture could not be written');
  return new File([blob], 'picture', { type: blob.type });
}
