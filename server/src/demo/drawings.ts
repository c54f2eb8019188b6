import sharp from 'sharp';
import type { DemoFile } from './stories.ts';

/** Makes the files of the demo's stories, so that none of somebody else's lies in the product. */
export async function draw(what: DemoFile['drawing']): Promise<Buffer> {
  return what === 'invoice' ? invoice() : crackedLamp();
}

const [WIDTH, HEIGHT] = [640, 480];
/** The lamp was drawn on a sheet of 960 by 720. */
const SCALE = 960 / WIDTH;
type Colour = readonly [red: number, green: number, blue: number];
const WALL: Colour = [226, 220, 235];
const TABLE: Colour = [120, 84, 58];
const STEM: Colour = [70, 66, 78];
const SHADE: Colour = [146, 110, 214];
const LIGHT: Colour = [255, 236, 190];
const CRACK: Colour = [28, 22, 40];

/** A table lamp before a wall, with a crack down its shade. */
function crackedLamp(): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const colour = colourAt(x * SCALE, y * SCALE);
      // The light falls off towards the corners, as in a photograph taken in the evening.
      const light = 1.08 - Math.hypot(x - WIDTH / 2, y - HEIGHT / 3) / WIDTH / 1.5;
      const place = (y * WIDTH + x) * 3;
      for (let part = 0; part < 3; part++) pixels[place + part] = Math.min(255, Math.round((colour[part] ?? 0) * light));
    }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}

function colourAt(x: number, y: number): Colour {
  const fromMiddle = Math.abs(x - 480);
  const shade = y > 120 && y < 360 && fromMiddle < 110 + (y - 120) * 0.42;
  if (shade && Math.abs(x - (526 + 14 * Math.sin(y / 11) + (y - 120) * 0.1)) < 3.2) return CRACK;
  if (shade) return SHADE;
  if (y >= 360 && y < 384 && fromMiddle < 208) return LIGHT;
  if (y >= 384 && y < 560 && fromMiddle < 12) return STEM;
  if (y >= 550 && y < 580 && fromMiddle < 96) return STEM;
  return y >= 580 ? TABLE : WALL;
}

const INVOICE = [
  'Lumen Lamps - Invoice 48107',
  'Hotel Rila Garden',
  '14 bedside lamps "Aster"        14 x 59.00 EUR',
  'Reduction for hotels, 15 %     -123.90 EUR',
  'Sum                             702.10 EUR',
];

/** A page that any reader of PDF opens: four objects, their places, and where the places stand. */
function invoice(): Buffer {
  const lines = INVOICE.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const page = `BT /F1 14 Tf 28 TL 72 760 Td\n${lines}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
}
