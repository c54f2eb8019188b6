import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that is whole and true: black, with one bit per pixel, a few kilobytes for hundreds of megabytes of pixels. */
export async function blackPng(width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  const rows = Readable.from(
    (function* () {
      for (let y = 0; y < height; y++) yield row;
    })(),
  );
  const pixels = await buffer(rows.pipe(createDeflate({ level: 9 })));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A picture of one colour. */
export function plainPicture(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#6d3fc4' } });
}
