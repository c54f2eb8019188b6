import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts a process' time in hundredths of a second on every Linux that we run on. */
const MICROS_PER_TICK = 10_000;

/** CPU time, in microseconds, that these processes and all below them have used so far, those that have ended included. */
export function cpuMicros(pids: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  const counted = new Set(pids);
  // Children have higher numbers only most of the time, hence until nothing is added any more.
  for (let before = 0; before < counted.size; ) {
    before = counted.size;
    for (const { pid, parent } of stats) if (counted.has(parent)) counted.add(pid);
  }
  const ticks = stats.filter(({ pid }) => counted.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0);
  return ticks * MICROS_PER_TICK;
}

interface Stat {
  pid: number;
  parent: number;
  /** Its own and that of the children it has waited for. */
  ticks: number;
}

function statOf(pid: number): Stat[] {
  try {
    return [parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    // It has ended since the folder was read.
    return [];
  }
}

/** A line of /proc/<pid>/stat. The name in brackets may hold blanks and brackets itself. */
export function parseStat(pid: number, line: string): Stat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index]);
  return { pid, parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) };
}
