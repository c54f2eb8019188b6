/** Which square of a picture is meant: its middle in parts of width and height, and how many times smaller it is than the largest. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square in pixels of the picture. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export const MOST_ZOOM = 4;
export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** The square that a crop means: always whole, and within the picture. */
export function squareOf(crop: Crop, { width, height }: Size): Square {
  const side = Math.min(width, height) / between(1, crop.zoom, MOST_ZOOM);
  return { left: between(0, crop.x * width - side / 2, width - side), top: between(0, crop.y * height - side / 2, height - side), side };
}

/** The same square moved by so many pixels of the picture, as far as the picture reaches. */
export function moved(crop: Crop, size: Size, by: { right: number; down: number }): Crop {
  const { left, top, side } = squareOf(crop, size);
  const { width, height } = size;
  const at = { left: between(0, left + by.right, width - side), top: between(0, top + by.down, height - side) };
  return { ...crop, x: (at.left + side / 2) / width, y: (at.top + side / 2) / height };
}

/** Nearer or further away, around the middle of the same square. */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  return moved({ ...crop, zoom: between(1, zoom, MOST_ZOOM) }, size, { right: 0, down: 0 });
}
