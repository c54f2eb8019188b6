import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

type Colour = readonly [red: number, green: number, blue: number];
interface Face {
  ground: Colour;
  skin: Colour;
  hair: Colour;
  coat: Colour;
  /** How far down the hair comes, of the whole height. */
  hairEnds: number;
}

/** Invented people, drawn here. */
const FACES: readonly Face[] = [
  { ground: [214, 228, 222], skin: [236, 196, 164], hair: [84, 52, 36], coat: [120, 63, 204], hairEnds: 0.62 },
  { ground: [240, 224, 200], skin: [224, 172, 136], hair: [38, 35, 40], coat: [36, 104, 128], hairEnds: 0.3 },
  { ground: [222, 216, 238], skin: [244, 210, 186], hair: [196, 140, 66], coat: [176, 66, 74], hairEnds: 0.72 },
  { ground: [206, 224, 240], skin: [198, 146, 112], hair: [120, 120, 124], coat: [74, 92, 60], hairEnds: 0.34 },
];
export const FACE_COUNT = FACES.length;
export const facePath = (number: number): string => `/phone/viber-public/faces/${number}.png`;

/** Serves the pictures by which people on these phones are shown in Viber, from 1 on. */
export function serveFaces(http: FastifyInstance): void {
  const drawn = new Map<Face, Buffer>();
  http.get<{ Params: { name: string } }>('/phone/viber-public/faces/:name', ({ params: { name } }, reply) => {
    const face = FACES[Number(/^(\d)\.png$/.exec(name)?.[1] ?? 0) - 1];
    if (face === undefined) return reply.code(404).send();
    const picture = drawn.get(face) ?? draw(face);
    drawn.set(face, picture);
    return reply.type('image/png').send(picture);
  });
}

const SIDE = 240;
/** Points looked at within each pixel, either way: edges are smooth. */
const WITHIN = 3;

function draw(face: Face): Buffer {
  const row = SIDE * 3 + 1;
  const pixels = Buffer.alloc(row * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const sum = [0, 0, 0];
      for (let point = 0; point < WITHIN * WITHIN; point++) {
        const across = (x + ((point % WITHIN) + 0.5) / WITHIN) / SIDE;
        const down = (y + (Math.floor(point / WITHIN) + 0.5) / WITHIN) / SIDE;
        colourAt(face, across, down).forEach((part, at) => {
          sum[at] = (sum[at] ?? 0) + part;
        });
      }
      pixels.set(
        sum.map((part) => Math.round(part / (WITHIN * WITHIN))),
        y * row + 1 + x * 3,
      );
    }
  }
  return png(SIDE, SIDE, pixels);
}

const isWithin = (x: number, y: number, [midX, midY, wide, high]: readonly [number, number, number, number]): boolean =>
  ((x - midX) / wide) ** 2 + ((y - midY) / high) ** 2 <= 1;

function colourAt({ ground, skin, hair, coat, hairEnds }: Face, x: number, y: number): Colour {
  const isEye = isWithin(x, y, [0.43, 0.45, 0.018, 0.024]) || isWithin(x, y, [0.57, 0.45, 0.018, 0.024]);
  const isMouth = isWithin(x, y, [0.5, 0.56, 0.07, 0.04]) && y > 0.565;
  const isFace = isWithin(x, y, [0.5, 0.46, 0.17, 0.21]);
  if (isFace && y > 0.34) return isEye ? [52, 44, 44] : isMouth ? [172, 84, 80] : skin;
  if (isWithin(x, y, [0.5, 0.44, 0.225, 0.26]) && y < Math.max(0.34, hairEnds)) return hair;
  if (x > 0.43 && x < 0.57 && y > 0.6 && y < 0.76) return skin;
  return isWithin(x, y, [0.5, 1.02, 0.36, 0.3]) ? coat : ground;
}

/** @param rows of pixels in red, green and blue, each with its filter (none) before it */
function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
