import type { RoomEvent, RoomView } from '@parley/contract';
import { median } from '../arithmetic.ts';
import type { Bench } from '../bench.ts';
import { askInTurn, type HttpLine, openLine } from '../http-line.ts';
import { interleave } from '../rounds.ts';
import { type Comparison, compared } from '../table.ts';
import { EVENTS_PER_ROOM, isHeldByAgent, openParleyReads, type ParleyReads, ROOMS, roomId } from './parley.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { listScript, pageScript } from './statements.ts';

const CONNECTIONS = 8;
/** pgbench runs by the clock; about as long as the product takes for its count. */
const SECONDS = 3;
const PAGES = 'pages/s';
const LISTS = 'lists/s';
const LIST_MEDIAN = 'list p50, ms';
const LIST_SIZE = 1000;
const PAGE_SIZE = 30;
const LIST_PATH = `/api/rooms?view=mine&size=${LIST_SIZE}&sort=lastEventTimestamp,desc&include=PARTICIPANTS,CONVERSATIONS`;
const pagePath = (room: number) => `/api/rooms/${roomId(room)}/history?size=${PAGE_SIZE}&position=OLDER&private_messages=false`;

/** Row 4: the list of a thousand rooms and a page of thirty events, of 10,000 rooms and a million events. */
export async function reads(bench: Bench) {
  const pgbench = findPgbench();
  if (!pgbench) {
    bench.tell('pgbench is not installed: npm run bench:peers installs it where that can be done; without it there is nothing to compare');
    return [];
  }
  bench.tell('filling in 10,000 rooms and a million events');
  const parley = await openParleyReads(bench.cluster, bench.profile);
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(parley.server.url)));
  try {
    const scripts = { page: await pageScript(parley), list: await listScript(parley) };
    const run = (name: 'page' | 'list', seconds: number) =>
      runPgbench({
        program: pgbench,
        url: parley.appUrl,
        accountId: parley.accountId,
        folder: bench.cluster.folder,
        name,
        script: scripts[name],
        clients: CONNECTIONS,
        seconds,
      });
    const contenders = [
      { name: 'Parley', round: () => ask(bench, parley, lines) },
      {
        name: 'pgbench, the same SQL',
        round: async () => {
          const seconds = bench.scaled(SECONDS);
          return { [PAGES]: await run('page', seconds), [LISTS]: await run('list', seconds) };
        },
      },
    ];
    const measured = await interleave(contenders, { product: 'Parley', rounds: bench.rounds, tell: bench.tell });
    const medians = (measured.get('Parley') ?? []).map((sample) => sample[LIST_MEDIAN] ?? 0);
    bench.tell(`the list of ${LIST_SIZE} rooms takes ${median(medians).toFixed(0)} ms at ${CONNECTIONS} at once`);
    const common = { row: 4, ours: 'Parley', yardstick: 'pgbench, the same SQL' };
    const comparisons: Comparison[] = [
      { ...common, workload: `history page of ${PAGE_SIZE}`, measure: PAGES, goal: { atLeast: 0.4, stretch: 0.6 } },
      { ...common, workload: `room list of ${LIST_SIZE}`, measure: LISTS, goal: { atLeast: 0.5, stretch: 0.9 } },
    ];
    return comparisons.map((comparison) => compared(comparison, measured));
  } finally {
    for (const line of lines) line.close();
    await parley.server.stop();
  }
}

async function ask(bench: Bench, { token }: ParleyReads, lines: readonly HttpLine[]) {
  const headers = { authorization: `Bearer ${token}` };
  const get = async <T>(line: HttpLine, path: string): Promise<T> => {
    const { status, body } = await line.ask({ method: 'GET', path, headers });
    if (status !== 200) throw new Error(`Parley answered ${status}: ${body}`);
    return JSON.parse(body) as T;
  };
  const pages = await askInTurn(bench.scaled(3000), lines, async (line, index) => {
    const number = ownRoom(index);
    const { content } = await get<{ content: RoomEvent[] }>(line, pagePath(number));
    content.forEach((event, place) => {
      if (event.seq !== EVENTS_PER_ROOM - PAGE_SIZE + 1 + place || event.roomId !== roomId(number)) throw new Error('a wrong page');
    });
    if (content.length !== PAGE_SIZE) throw new Error(`a page of ${content.length}`);
  });
  const lists = await askInTurn(bench.scaled(60), lines, async (line) => {
    const { content } = await get<{ content: RoomView[] }>(line, LIST_PATH);
    if (new Set(content.map(({ id }) => id)).size !== LIST_SIZE) throw new Error(`a list of ${content.length} rooms`);
    if (content.some((room) => room.roomParticipants.length !== 2 || room.missedCounter === 0)) throw new Error('a list without its parts');
  });
  return { [PAGES]: pages.rate, [LISTS]: lists.rate, [LIST_MEDIAN]: median(lists.times) };
}

/** One of the agent's rooms, spread over all that there are. */
function ownRoom(index: number): number {
  const number = (((index * 7919) % (ROOMS / 10)) + 1) * 10;
  if (!isHeldByAgent(number)) throw new Error('not a room of the agent');
  return number;
}
