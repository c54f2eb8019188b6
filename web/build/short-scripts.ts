import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minify, type Plugin } from 'vite';

/** Scripts of `public/` that every page fetches before its own code: the bundler lays them down as they were written. */
const SCRIPTS = ['ask-ahead.js', 'before-paint.js'] as const;

/** Makes the scripts of `public/` as short as the rest of what is built. Fails the build where one cannot be read as script. */
export function shortScripts(): Plugin {
  let folder = '';
  return {
    name: 'short-scripts',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      await Promise.all(SCRIPTS.map((name) => shorten(join(folder, name))));
    },
  };
}

async function shorten(file: string): Promise<void> {
  const { code, errors } = await minify(file, await readFile(file, 'utf8'), { module: false });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be made shorter: ${error.message}`);
  await writeFile(file, code);
}
