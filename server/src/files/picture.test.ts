import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { blackPng, plainPicture } from '../../test/pictures.ts';
import { isPicture, mediaTypeOf } from './media-type.ts';
import { lookAtPicture } from './picture.ts';

const MEGABYTE = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'parley-pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function written(bytes: Buffer | string): string {
  const path = join(folder, String(++count));
  writeFileSync(path, bytes);
  return path;
}

describe('a picture', () => {
  it('is measured and made small in each format that browsers show', async () => {
    const picture = plainPicture(1600, 400);
    const formats = {
      png: picture.clone().png(),
      jpeg: picture.clone().jpeg(),
      gif: picture.clone().gif(),
      webp: picture.clone().webp(),
      avif: picture.clone().avif(),
    };
    for (const [format, made] of Object.entries(formats)) {
      const path = written(await made.toBuffer());
      expect(await mediaTypeOf(path)).toBe(`image/${format}`);
      const seen = await lookAtPicture(path);
      expect(seen, format).toMatchObject({ notice: null, width: 1600, height: 400 });
      const small = await sharp('thumbnail' in seen ? seen.thumbnail : Buffer.alloc(0)).metadata();
      expect([small.format, small.width, small.height], format).toEqual(['webp', 640, 160]);
    }
  });

  it('is measured upright, and shown so, when the camera was turned', async () => {
    const turned = await plainPicture(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const seen = await lookAtPicture(written(turned));
    expect(seen).toMatchObject({ width: 200, height: 300 });
    expect(await sharp('thumbnail' in seen ? seen.thumbnail : turned).metadata()).toMatchObject({ width: 200, height: 300 });
  });

  it('that is small is not made larger', async () => {
    const seen = await lookAtPicture(written(await plainPicture(20, 10).png().toBuffer()));
    expect(await sharp('thumbnail' in seen ? seen.thumbnail : Buffer.alloc(0)).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it('of a few kilobytes and hundreds of millions of pixels is never decoded', async () => {
    const bomb = await blackPng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200_000);
    const path = written(bomb);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const seen = await Promise.all(Array.from({ length: 20 }, () => lookAtPicture(path)));
    expect(new Set(seen.map(({ notice }) => notice))).toEqual(new Set(['MAX_IMAGE_RESOLUTION']));
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
  }, 60_000);

  it('is measured by the whole screen that a GIF announces, not by its frame', async () => {
    const gif = (width: number, height: number) => {
      const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
      bytes.writeUInt16LE(width, 6);
      bytes.writeUInt16LE(height, 8);
      return written(bytes);
    };
    expect(await lookAtPicture(gif(1, 1))).toMatchObject({ notice: null, width: 1, height: 1 });
    expect(await lookAtPicture(gif(1000, 600))).toMatchObject({ notice: null, width: 1000, height: 600 });
    for (const [width, height] of [
      [20_000, 20_000],
      [9000, 9000],
      [16_385, 1],
    ] as const)
      expect(await lookAtPicture(gif(width, height))).toEqual({ notice: 'MAX_IMAGE_RESOLUTION' });
  });

  it('is refused by its longest side and by its pixels, and not a pixel before', async () => {
    expect(await lookAtPicture(written(await blackPng(16_385, 4)))).toEqual({ notice: 'MAX_IMAGE_RESOLUTION' });
    expect(await lookAtPicture(written(await blackPng(16_384, 4)))).toMatchObject({ notice: null, width: 16_384 });
    expect(await lookAtPicture(written(await blackPng(10_000, 5001)))).toEqual({ notice: 'MAX_IMAGE_RESOLUTION' });
  });

  it('of the largest size takes bounded memory, and many at once take it one after another', async () => {
    const path = written(await blackPng(10_000, 5000));
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const seen = await Promise.all(Array.from({ length: 6 }, () => lookAtPicture(path)));
    clearInterval(watch);
    expect(new Set(seen.map(({ notice }) => notice))).toEqual(new Set([null]));
    expect(most - before).toBeLessThan(400 * MEGABYTE);
  }, 60_000);

  it('that moves is shown by its first frame, however many there are', async () => {
    const frames = 300;
    const raw = Buffer.alloc(40 * 30 * frames * 3);
    for (let index = 0; index < raw.length; index++) raw[index] = (index >> 9) & 0xff;
    const gif = await sharp(raw, { raw: { width: 40, height: 30 * frames, channels: 3, pageHeight: 30 } })
      .gif()
      .toBuffer();
    expect(await lookAtPicture(written(gif))).toMatchObject({ notice: null, width: 40, height: 30 });
  }, 30_000);
});

describe('what is broken or something else', () => {
  it('is told to be unreadable where it begins as a picture', async () => {
    const whole = await plainPicture(800, 600).jpeg().toBuffer();
    for (const part of [whole.subarray(0, whole.length / 3), whole.subarray(0, 20)])
      expect(await lookAtPicture(written(part))).toEqual({ notice: 'UNREADABLE_IMAGE' });
    const png = await plainPicture(80, 60).png().toBuffer();
    png.fill(7, 40, 60);
    expect(await lookAtPicture(written(png))).toEqual({ notice: 'UNREADABLE_IMAGE' });
  });

  it('is no picture, whatever it is called: drawings that can run, pages, archives, text', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const files: Array<[string | Buffer, string]> = [
      [drawing, 'text/plain'],
      [`<?xml version="1.0"?>${drawing}`, 'application/xml'],
      ['<!doctype html><script>alert(1)</script>', 'text/plain'],
      [Buffer.from('504b0304140000000000', 'hex'), 'application/zip'],
      ['%PDF-1.7\n', 'application/pdf'],
      ['име;цена\nлампа;12', 'text/plain'],
      [Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream'],
    ];
    for (const [bytes, type] of files) {
      const found = await mediaTypeOf(written(bytes));
      expect([found, isPicture(found)]).toEqual([type, false]);
    }
  });

  it('is not read by loaders that nobody asked for', async () => {
    expect(await lookAtPicture(written('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'))).toEqual({
      notice: 'UNREADABLE_IMAGE',
    });
  });
});
