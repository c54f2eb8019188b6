import { type Goal, median, range, spread, verdict, WIDEST_SPREAD } from './arithmetic.ts';
import type { Measured } from './rounds.ts';

/** One comparison of the table. */
export interface Comparison {
  row: number;
  workload: string;
  /** The key of the samples that is compared. */
  measure: string;
  ours: string;
  yardstick: string;
  /** Without one the ratio is shown and judges nothing. */
  goal?: Goal;
  /** What ours may be at most, whatever the yardstick is: such a figure depends on the machine. */
  limit?: Limit;
}

interface Limit {
  atMost: number;
  stretch: number;
  unit: string;
}

export interface TableRow {
  row: number;
  workload: string;
  ours: string;
  yardstick: string;
  ratio: string;
  goal: string;
  verdict: string;
}

export const HEAD: TableRow = {
  row: 0,
  workload: 'workload',
  ours: 'ours',
  yardstick: 'yardstick',
  ratio: 'ratio',
  goal: 'goal',
  verdict: 'verdict',
};

/** The comparison with its medians, ranges and verdict; null when the yardstick did not take part and nothing is limited. */
export function compared({ row, workload, measure, ours, yardstick, goal, limit }: Comparison, measured: Measured): TableRow | null {
  const valuesOf = (name: string) => measured.get(name)?.map((sample) => sample[measure]);
  const mine = valuesOf(ours);
  const theirs = valuesOf(yardstick);
  if (mine && !theirs && limit) return alone({ row, workload, measure, limit }, mine);
  if (!mine || !theirs) return null;
  if (!isComplete(mine) || !isComplete(theirs)) throw new Error(`${measure} was not measured by both`);
  const ratio = median(mine) / median(theirs);
  return {
    row,
    workload: `${workload}: ${measure}`,
    ours: shown(mine),
    yardstick: `${yardstick} ${shown(theirs)}`,
    ratio: `${ratio.toFixed(2)}×`,
    goal: goal ? goalText(goal) : limit ? limitText(limit) : 'shown only',
    verdict: limit ? verdict(median(mine), limit) : !goal ? '–' : spread(theirs) > WIDEST_SPREAD ? 'too noisy' : verdict(ratio, goal),
  };
}

/** What is limited by itself is judged without a yardstick as well. */
function alone(
  { row, workload, measure, limit }: Pick<Comparison, 'row' | 'workload' | 'measure'> & { limit: Limit },
  mine: readonly unknown[],
) {
  if (!isComplete(mine)) throw new Error(`${measure} was not measured`);
  const shownAlone = { yardstick: '–', ratio: '–', goal: limitText(limit), verdict: verdict(median(mine), limit) };
  return { row, workload: `${workload}: ${measure}`, ours: shown(mine), ...shownAlone };
}

function isComplete(values: readonly unknown[]): values is number[] {
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

const limitText = ({ atMost, stretch, unit }: Limit): string => `≤ ${atMost} ${unit} (${stretch})`;

function goalText(goal: Goal): string {
  const times = (value: number) => `${Number(value.toPrecision(2))}×`;
  return 'atLeast' in goal ? `≥ ${times(goal.atLeast)} (${times(goal.stretch)})` : `≤ ${times(goal.atMost)} (${times(goal.stretch)})`;
}

function shown(values: readonly number[]): string {
  const { low, high } = range(values);
  return `${figure(median(values))} (${figure(low)}–${figure(high)})`;
}

/** Three digits that matter; thousands parted. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Rows as a table of Markdown, padded so that it can be read in a terminal as well. */
export function markdown(rows: readonly TableRow[]): string {
  const cells = [HEAD, ...rows].map((row) => [
    row === HEAD ? '#' : String(row.row),
    row.workload,
    row.ours,
    row.yardstick,
    row.ratio,
    row.goal,
    row.verdict,
  ]);
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
