import type { RoomEvent, RoomFilters, RoomView } from '@parley/contract';
import { median, percentile } from '../arithmetic.ts';
import type { Bench } from '../bench.ts';
import { askInTurn, type HttpLine, openLine } from '../http-line.ts';
import { cpuMicros } from '../machine/cpu.ts';
import { type Contender, interleave, type Side } from '../rounds.ts';
import { type Comparison, compared } from '../table.ts';
import { hasRequestTracker } from '../yardsticks/request-tracker.ts';
import { AGENTS, agentId, EVENTS_PER_ROOM, openParleyReads, type ParleyReads, PLACES, queueId, roomId } from './parley.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { requestTrackersList } from './request-tracker.ts';
import { listScript, narrowedScript, pageScript } from './statements.ts';

const CONNECTIONS = 8;
/** pgbench runs by the clock: long enough for its connections to have planned everything. */
const SECONDS = 3;
const PAGES = 'pages/s';
const PAGE_CPU = 'CPU µs/page';
const LISTS = 'lists/s';
const LIST_CPU = 'CPU ms/list';
const LIST_MEDIAN = 'list p50, ms';
const LIST_ALONE = 'p50 of one at a time, ms';
const FILTERS = 'filters/s';
const FILTER_CPU = 'CPU ms/filter';
const FILTER_MEDIAN = 'p50 of one alone, ms';
const FILTER_SLOWEST = 'p95 of one alone, ms';
const ALONE = 12;
const LIST_SIZE = 1000;
const PAGE_SIZE = 30;
const LIST_PATH = `/api/rooms?view=mine&size=${LIST_SIZE}&sort=lastEventTimestamp,desc&include=PARTICIPANTS,CONVERSATIONS`;
/** One answer in so many is read as a whole; of the others only the rows are counted, since reading takes processors from what is measured. */
const READ_WHOLE = 10;
/** Of all the rooms: by name, by whoever holds them, by what nothing fits, by what everything fits, by what one misses, follows, or by where it waited. */
const NARROWED_SIZE = 50;
const filters: readonly RoomFilters[] = [
  { search: 'mar' },
  { search: 'maria 99' },
  { agent: [agentId(3)] },
  { channel: ['LIVECHAT'], state: ['ASSIGNED'] },
  { channel: ['SMS'] },
  { agent: [agentId(3)], search: 'test 12' },
  { unread: true },
  { starred: true },
  { queue: [queueId(4)] },
];
const NARROWED = '10,000 rooms narrowed, nine filters';
const narrowedPath = (chosen: RoomFilters): string =>
  `/api/rooms?room_state=ASSIGNED&type=EXTERNAL&sort=lastEventTimestamp,desc&size=${NARROWED_SIZE}&${new URLSearchParams(
    Object.entries(chosen).map(([name, value]) => [name, String(value)]),
  )}`;
const pagePath = (room: string) => `/api/rooms/${room}/history?size=${PAGE_SIZE}&position=OLDER&private_messages=false`;

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
  const sides: Side[] = [];
  try {
    if (hasRequestTracker()) sides.push(await requestTrackersList(bench, LIST_ALONE));
    const narrowed = await narrowedScript(parley, { search: 'maria 99' }, NARROWED_SIZE);
    const scripts = { page: await pageScript(parley), list: await listScript(parley), narrowed };
    const run = async (name: 'page' | 'list' | 'narrowed') => {
      const before = cpuMicros([bench.cluster.pid]);
      const { count, rate } = await runPgbench({
        program: pgbench,
        url: parley.appUrl,
        accountId: parley.accountId,
        folder: bench.cluster.folder,
        name,
        script: scripts[name],
        clients: CONNECTIONS,
        seconds: SECONDS,
      });
      return { rate, cpu: (cpuMicros([bench.cluster.pid]) - before) / count };
    };
    const contenders: Contender[] = [
      { name: 'Parley', round: () => ask(bench, parley, lines) },
      {
        name: 'pgbench, the same SQL',
        round: async () => {
          const [pages, list, narrowed] = [await run('page'), await run('list'), await run('narrowed')];
          return {
            [PAGES]: pages.rate,
            [PAGE_CPU]: pages.cpu,
            [LISTS]: list.rate,
            [LIST_CPU]: list.cpu / 1000,
            [FILTERS]: narrowed.rate,
            [FILTER_CPU]: narrowed.cpu / 1000,
          };
        },
      },
      ...sides.map(({ contender }) => contender),
    ];
    const measured = await interleave(contenders, { product: 'Parley', rounds: bench.rounds, tell: bench.tell });
    const medians = (measured.get('Parley') ?? []).map((sample) => sample[LIST_MEDIAN] ?? 0);
    bench.tell(`the list of ${LIST_SIZE} rooms takes ${median(medians).toFixed(0)} ms at ${CONNECTIONS} at once`);
    const common = { row: 4, ours: 'Parley', yardstick: 'pgbench, the same SQL' };
    const comparisons: Comparison[] = [
      { ...common, workload: `history page of ${PAGE_SIZE}`, measure: PAGES, goal: { atLeast: 0.4, stretch: 0.6 } },
      { ...common, workload: `history page of ${PAGE_SIZE}`, measure: PAGE_CPU },
      { ...common, workload: `room list of ${LIST_SIZE}`, measure: LISTS, goal: { atLeast: 0.5, stretch: 0.9 } },
      { ...common, workload: `room list of ${LIST_SIZE}`, measure: LIST_CPU },
      { ...common, workload: '10,000 rooms narrowed', measure: FILTERS, goal: { atLeast: 0.5, stretch: 0.9 } },
      { ...common, workload: '10,000 rooms narrowed', measure: FILTER_CPU },
      ...[FILTER_MEDIAN, FILTER_SLOWEST].map((measure) => ({
        ...common,
        yardstick: 'nothing',
        workload: NARROWED,
        measure,
        limit: { atMost: 100, stretch: 50, unit: 'ms' },
      })),
      {
        ...common,
        yardstick: 'Request Tracker, 100 tickets',
        workload: `room list of ${LIST_SIZE}`,
        measure: LIST_ALONE,
        goal: { atMost: 1 / 30, stretch: 1 / 80 },
      },
    ];
    return comparisons.map((comparison) => compared(comparison, measured));
  } finally {
    for (const line of lines) line.close();
    for (const side of sides) await side.close();
    await parley.server.stop();
  }
}

async function ask(bench: Bench, { server, tokens, supervisorToken }: ParleyReads, lines: readonly HttpLine[]) {
  const agentOf = new Map(lines.map((line, at) => [line, (at % AGENTS) + 1]));
  const get = async (line: HttpLine, agent: number, path: string): Promise<string> => {
    const token = agent > AGENTS ? supervisorToken : tokens[agent - 1];
    const { status, body } = await line.ask({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
    if (status !== 200) throw new Error(`Parley answered ${status}: ${body}`);
    return body;
  };
  const pids = [server.pid, bench.cluster.pid];
  const measured = async (count: number, one: (line: HttpLine, index: number, agent: number) => Promise<void>) => {
    const before = cpuMicros(pids);
    const { rate, times } = await askInTurn(count, lines, (line, index) => one(line, index, agentOf.get(line) ?? 1));
    return { rate, times, cpu: (cpuMicros(pids) - before) / count };
  };
  const pages = await measured(bench.scaled(3000), async (line, index, agent) => {
    const room = roomId(agent, ((index * 7919) % PLACES) + 1);
    requirePage(await get(line, agent, pagePath(room)), room, index % READ_WHOLE === 0);
  });
  const lists = await measured(bench.scaled(60), async (line, index, agent) =>
    requireList(await get(line, agent, LIST_PATH), index % READ_WHOLE === 0),
  );
  const alone = await askInTurn(bench.scaled(ALONE), lines.slice(0, 1), async (line) => requireList(await get(line, 1, LIST_PATH), false));
  const narrow = async (line: HttpLine, chosen: RoomFilters) => requireNarrowed(await get(line, AGENTS + 1, narrowedPath(chosen)), chosen);
  const narrowed = await measured(bench.scaled(200), (line) => narrow(line, { search: 'maria 99' }));
  const oneByOne = await askInTurn(bench.scaled(10 * filters.length), lines.slice(0, 1), (line, index) =>
    narrow(line, filters[index % filters.length] ?? {}),
  );
  return {
    [FILTERS]: narrowed.rate,
    [FILTER_CPU]: narrowed.cpu / 1000,
    [FILTER_MEDIAN]: median(oneByOne.times),
    [FILTER_SLOWEST]: percentile(oneByOne.times, 0.95),
    [PAGES]: pages.rate,
    [PAGE_CPU]: pages.cpu,
    [LISTS]: lists.rate,
    [LIST_CPU]: lists.cpu / 1000,
    [LIST_MEDIAN]: median(lists.times),
    [LIST_ALONE]: median(alone.times),
  };
}

const count = (body: string, piece: string): number => body.split(piece).length - 1;

function requirePage(body: string, room: string, whole: boolean): void {
  // The page itself and each of its events name the room.
  if (count(body, `"roomId":"${room}"`) !== PAGE_SIZE + 1) throw new Error(`not a page of ${PAGE_SIZE} events of the room`);
  if (!whole) return;
  const { content } = JSON.parse(body) as { content: RoomEvent[] };
  content.forEach((event, place) => {
    if (event.seq !== EVENTS_PER_ROOM - PAGE_SIZE + 1 + place || event.roomId !== room) throw new Error('a wrong page');
  });
}

/** Of 10,000 rooms, all heard by live chat and called “Maria Test n”, each tenth is an agent's, and a queue's; a third is starred, of which half is unread. */
function requireNarrowed(body: string, filters: RoomFilters): void {
  const { search = '', channel, agent, unread, starred, queue } = filters;
  const { content } = JSON.parse(body) as { content: RoomView[] };
  const words = search.split(' ').filter(Boolean);
  const isCalled = ({ name }: RoomView) => words.every((word) => ` ${name}`.toLowerCase().includes(` ${word}`));
  if (content.length !== (channel?.[0] === 'SMS' ? 0 : agent && search ? 12 : NARROWED_SIZE))
    throw new Error(`${content.length} rooms are left by ${JSON.stringify(filters)}`);
  const isRight = (room: RoomView) =>
    isCalled(room) &&
    (!agent || room.lastAssignedUserId === agent[0]) &&
    (!unread || room.missedCounter > 0) &&
    (!starred || room.membership.starred) &&
    (!queue || room.roomConversations.some(({ queueId: id }) => id === queue[0]));
  if (!content.every(isRight)) throw new Error('a wrong room is left');
}

function requireList(body: string, whole: boolean): void {
  if (count(body, '"membership":{') !== LIST_SIZE) throw new Error(`not a list of ${LIST_SIZE} rooms`);
  if (!whole) return;
  const { content } = JSON.parse(body) as { content: RoomView[] };
  if (new Set(content.map(({ id }) => id)).size !== LIST_SIZE) throw new Error(`a list of ${content.length} rooms`);
  if (content.some((room) => room.roomParticipants.length !== 2 || room.missedCounter === 0)) throw new Error('a list without its parts');
}
