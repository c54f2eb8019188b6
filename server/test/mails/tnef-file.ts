const attribute = (level: number, id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(
    data.reduce((total, byte) => (total + byte) % 0x10000, 0),
    0,
  );
  return Buffer.concat([head, data, sum]);
};

function beginning(): Buffer {
  const start = Buffer.alloc(6);
  start.writeUInt32LE(0x223e9f78, 0);
  const codepage = Buffer.alloc(8);
  codepage.writeUInt32LE(1251, 0);
  return Buffer.concat([start, attribute(1, 0x00069007, codepage)]);
}

/** One whose text is RTF, stored without compression (MS-OXRTFCP, `MELA`). */
export function tnefOfRtf(rtf: string): Buffer {
  const raw = Buffer.from(rtf, 'latin1');
  const stored = Buffer.alloc(16);
  stored.writeUInt32LE(raw.length + 12, 0);
  stored.writeUInt32LE(raw.length, 4);
  stored.writeUInt32LE(0x414c454d, 8);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(1, 0);
  head.writeUInt16LE(0x0102, 4);
  head.writeUInt16LE(0x1009, 6);
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(raw.length + 16, 12);
  return Buffer.concat([
    beginning(),
    attribute(1, 0x00069003, Buffer.concat([head, stored, raw, Buffer.alloc((4 - (raw.length % 4)) % 4)])),
  ]);
}

/** A `winmail.dat` as Outlook writes it, of a text and files (MS-OXTNEF). */
export function tnef({ body, files }: { body: string; files: { name: string; content: Buffer }[] }): Buffer {
  return Buffer.concat([
    beginning(),
    attribute(1, 0x0002800c, Buffer.from(`${body}\0`)),
    ...files.flatMap(({ name, content }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from(`${name.replace(/^(.{8}).*(\..{3})$/, '$1$2')}\0`)),
      attribute(2, 0x0006800f, content),
      attribute(2, 0x00069005, longName(name)),
    ]),
  ]);
}

/** MAPI properties: a number, a property with a name of its own, and the long file name. */
function longName(name: string): Buffer {
  const number = Buffer.alloc(12);
  number.writeUInt32LE(3, 0);
  number.writeUInt16LE(0x0003, 4);
  number.writeUInt16LE(0x3705, 6);
  number.writeUInt32LE(1, 8);
  const named = Buffer.alloc(4 + 16 + 8 + 4);
  named.writeUInt16LE(0x0003, 0);
  named.writeUInt16LE(0x8001, 2);
  named.writeUInt32LE(0, 20);
  named.writeUInt32LE(0x8501, 24);
  const text = Buffer.from(`${name}\0`, 'utf16le');
  const head = Buffer.alloc(12);
  head.writeUInt16LE(0x001f, 0);
  head.writeUInt16LE(0x3707, 2);
  head.writeUInt32LE(1, 4);
  head.writeUInt32LE(text.length, 8);
  return Buffer.concat([number, named, head, text, Buffer.alloc((4 - (text.length % 4)) % 4)]);
}
