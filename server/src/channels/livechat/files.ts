import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** A file of the built widget, ready to be sent. */
export interface BuiltFile {
  type: string;
  bytes: Buffer;
  /** Null for what is compressed in itself. */
  gzipped: Buffer | null;
  etag: string;
}

/** The built widget in memory: a few hundred kilobytes that every visitor of every site asks for. */
export interface WidgetFiles {
  loader: BuiltFile;
  /** The chat's page, with `"chat-page-data"` where its data goes, and places for its language, title and foot. */
  page: string;
  assets: ReadonlyMap<string, BuiltFile>;
}

/** Reads what `npm run build` made of the widget. Rejects with one sentence when there is no build. */
export async function readWidgetFiles(folder: string): Promise<WidgetFiles> {
  try {
    const names = (await readdir(join(folder, 'assets'))).filter((name) => TYPES[extname(name)] !== undefined);
    const assets = await Promise.all(names.map(async (name) => [name, await readBuilt(join(folder, 'assets', name))] as const));
    return {
      loader: await readBuilt(join(folder, 'widget.js')),
      page: await readFile(join(folder, 'chat.html'), 'utf8'),
      assets: new Map(assets),
    };
  } catch (error) {
    throw new Error('The widget is not built: run npm run build.', { cause: error });
  }
}

async function readBuilt(file: string): Promise<BuiltFile> {
  const bytes = await readFile(file);
  const extension = extname(file);
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    bytes,
    gzipped: extension === '.woff2' ? null : await promisify(gzip)(bytes, { level: 9 }),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  };
}
