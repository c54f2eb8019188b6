import { readdirSync } from 'node:fs';
import { relative } from 'node:path';

/** Files and classes are numbered with these; a class begins with a letter. */
const BASE = 36;

/**
 * Short names for the classes of CSS modules: which file, as a letter and a number, and which class of it, as letters. The names stand
 * in the script as well, where longer ones, which tell where a class is from, are a kilobyte that every first screen waits for.
 *
 * @param folder what is built; its files are numbered in the order of their paths, so that two builds name them alike
 */
export function shortClassNames(folder: string): (name: string, file: string) => string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => path.endsWith('.module.css')).sort();
  const given = new Map<string, string>();
  const counts = new Map<string, number>();
  return (name, file) => {
    const path = relative(folder, file.split('?')[0] ?? file);
    const number = files.indexOf(path);
    if (number < 0) throw new Error(`${file} is no CSS module of ${folder}`);
    const key = `${path} ${name}`;
    const known = given.get(key);
    if (known !== undefined) return known;
    const place = counts.get(path) ?? 0;
    counts.set(path, place + 1);
    // Always two signs for the file, so that no two pairs of file and class read alike.
    const made = `_${number.toString(BASE).padStart(2, '0')}${place.toString(BASE)}`;
    given.set(key, made);
    return made;
  };
}
