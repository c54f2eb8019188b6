import { setTimeout as pause } from 'node:timers/promises';
import smpp, { type Pdu, type Session } from 'smpp';
import { isSender } from './http-carrier.ts';
import { bare, type Fate, fateOf, mixed, type Network } from './network.ts';
import { cut, fromSevenBit, fromUcs2, isSevenBit, toSevenBit, toUcs2 } from './text-parts.ts';

// Bytes as they came: the library would read them by a coding of its choice.
for (const command of ['submit_sm', 'deliver_sm']) delete smpp.commands[command]?.params.short_message?.filter;
delete smpp.tlvs.message_payload?.filter;

const OK = 0;
const BAD_STATE = 0x04;
const BAD_SOURCE = 0x0a;
const BAD_DESTINATION = 0x0b;
const BAD_PASSWORD = 0x0e;
const BAD_SYSTEM = 0x0f;
const BAD_LENGTH = 0x01;
const THROTTLED = 0x58;
/** A carrier's own number for "no credit left". */
const NO_FUNDS = 0x400;
const PASSWORD_LIMIT = 8;
const HEARD_WITHIN = 5000;
const NOT_HEARD = -1;
const REPEATED_AFTER = 10_000;
const SIGN_OF_LIFE_EVERY = 30_000;
const STATE_NUMBERS: Partial<Record<Fate, number>> = { DELIVRD: 2, EXPIRED: 3, DELETED: 4, UNDELIV: 5, ACCEPTD: 6, REJECTD: 8 };
const BINDS: ReadonlySet<string> = new Set(['bind_transceiver', 'bind_transmitter', 'bind_receiver']);

interface Bound {
  session: Session;
  username: string;
  receives: boolean;
  sends: boolean;
}

/** How a phone's message is sent on. */
export interface Written {
  from: string;
  to: string;
  text: string;
  /** The header's number of the message, and whether it has 16 bits. */
  reference?: number;
  wide?: boolean;
  /** Parts that are lost on the way, counted from 1. */
  lost?: readonly number[];
  /** The order in which parts come; left out: as the network mixes. */
  order?: readonly number[];
}

export interface SmppServer {
  /** @param port 0: any that is free */
  listen(port: number): Promise<void>;
  /** Where it listens. */
  port(): number;
  /** @returns what each part was answered with, as far as it was answered in time; else -1 */
  write(username: string, message: Written): Promise<number[]>;
  /** Brings any `deliver_sm`. @returns the command_status of the answer, -1 without one */
  deliver(username: string, fields: object): Promise<number>;
  /** Cuts all lines at once. */
  drop(): void;
  close(): Promise<void>;
}

/** An SMPP 3.4 server as a carrier runs one. */
export function createSmppServer(network: Network): SmppServer {
  const bound = new Set<Bound>();
  const all = new Set<Session>();
  const gathered = new Map<string, Map<number, string>>();
  let ids = 0x7c41d0a0;
  let sinceDrop = 0;
  let references = 0;
  let turn = 0;

  const server = smpp.createServer((session) => {
    if (network.controls.down) return session.destroy();
    all.add(session);
    let mine: Bound | null = null;
    const gone = () => {
      all.delete(session);
      if (mine) bound.delete(mine);
      clearInterval(signs);
    };
    const signs = setInterval(
      () => session.enquire_link({}, () => undefined),
      Math.max(50, SIGN_OF_LIFE_EVERY * network.controls.timeScale),
    );
    session.on('close', gone);
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: Pdu) => {
      if (BINDS.has(pdu.command)) {
        const status = judgeBind(pdu);
        if (status === OK) {
          mine = {
            session,
            username: String(pdu.system_id),
            receives: pdu.command !== 'bind_transmitter',
            sends: pdu.command !== 'bind_receiver',
          };
          bound.add(mine);
        }
        session.send(pdu.response({ command_status: status, system_id: 'sandbox' }));
      } else if (pdu.command === 'enquire_link') session.send(pdu.response());
      else if (pdu.command === 'unbind') {
        session.send(pdu.response());
        session.close();
      } else if (pdu.command === 'submit_sm') void submit(mine, session, pdu);
    });
  });
  server.on('error', () => undefined);

  function judgeBind({ system_id: systemId, password }: Pdu): number {
    const service = network.services.get(String(systemId));
    if (!service) return BAD_SYSTEM;
    if (network.controls.tokenExpired) return BAD_PASSWORD;
    return String(password).length > PASSWORD_LIMIT || service.password !== password ? BAD_PASSWORD : OK;
  }

  async function submit(mine: Bound | null, session: Session, pdu: Pdu): Promise<void> {
    network.asked++;
    const { controls } = network;
    const status = mine?.sends ? judge(mine, pdu) : BAD_STATE;
    if (controls.slowMs > 0) await pause(controls.slowMs);
    if (status !== OK || !mine) return void session.send(pdu.response({ command_status: status }));
    const number = ++ids;
    const hex = number.toString(16).toUpperCase();
    const [from, to] = [String(pdu.source_addr), String(pdu.destination_addr)];
    network.routes.set(bare(from), { carrier: 'SMPP', username: mine.username, url: null });
    take(from, to, pdu, hex);
    if (controls.dropAfter > 0 && ++sinceDrop >= controls.dropAfter) {
      sinceDrop = 0;
      report(mine.username, { from, to, number });
      return session.destroy();
    }
    const said = controls.receiptIds === 'HEX_IN_RECEIPT' ? String(number) : hex;
    if (controls.early) {
      report(mine.username, { from, to, number }, 0);
      await pause(50);
    } else report(mine.username, { from, to, number });
    if (controls.answerAfter > 0) await pause(controls.answerAfter);
    if (!controls.silent) session.send(pdu.response({ message_id: said }));
  }

  function judge({ username }: Bound, pdu: Pdu): number {
    const { failSmpp } = network.controls;
    const [from, to] = [String(pdu.source_addr), String(pdu.destination_addr)];
    if (failSmpp > 0) return failSmpp;
    if (network.isTooMuch(username)) return THROTTLED;
    if (!isSender(from) || (pdu.source_addr_ton === 5) !== /[A-Za-z]/.test(from)) return BAD_SOURCE;
    if (!/^\d{8,15}$/.test(to)) return BAD_DESTINATION;
    const fate = fateOf(to);
    if (fate === 'FUNDS') return NO_FUNDS;
    if (fate === 'BLACKLISTED') return 0x103;
    if (fate === 'NO ROUTE') return BAD_DESTINATION;
    return (pdu.short_message as Buffer).length > 140 && !(Number(pdu.data_coding) === 0 && (pdu.short_message as Buffer).length <= 160)
      ? BAD_LENGTH
      : OK;
  }

  /** The phone shows a message once all its parts are there. */
  function take(from: string, to: string, pdu: Pdu, id: string): void {
    const short = pdu.short_message as Buffer;
    const payload = pdu.message_payload as Buffer | undefined;
    const headed = (Number(pdu.esm_class) & 0x40) !== 0;
    const bytes = payload ?? (headed ? short.subarray(1 + (short[0] ?? 0)) : short);
    const text = Number(pdu.data_coding) === 8 ? fromUcs2(bytes) : fromSevenBit(bytes);
    network.note({ id, carrier: 'SMPP', from, to, text });
    const fate = fateOf(to);
    if (fate !== 'DELIVRD' && fate !== 'NO REPORT') return;
    const where = headed ? headerOf(short) : fieldsOf(pdu);
    if (!where) return void network.receive({ from, to, text, parts: cut(text).length, carrier: 'SMPP' });
    const key = `${from} ${to} ${where.reference} ${where.parts}`;
    const parts = gathered.get(key) ?? new Map<number, string>();
    parts.set(where.part, text);
    gathered.set(key, parts);
    if (parts.size < where.parts) return;
    gathered.delete(key);
    const whole = [...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part);
    network.receive({ from, to, text: whole.join(''), parts: where.parts, carrier: 'SMPP' });
  }

  function report(
    username: string,
    { from, to, number }: { from: string; to: string; number: number },
    after = network.reportDelay(),
  ): void {
    const fate = fateOf(to);
    if (fate === 'NO REPORT') return;
    const { controls } = network;
    const times = Math.random() < controls.double ? 2 : 1;
    const id = controls.receiptIds === 'DECIMAL_IN_RECEIPT' ? String(number) : number.toString(16).toUpperCase();
    const date = new Date().toISOString().replaceAll(/[-T:]/g, '').slice(2, 12);
    const text = `id:${id} sub:001 dlvrd:001 submit date:${date} done date:${date} stat:${fate} err:${fate === 'DELIVRD' ? '000' : '027'} text:`;
    const fields = {
      source_addr: to,
      source_addr_ton: 1,
      source_addr_npi: 1,
      destination_addr: from,
      esm_class: 0x04,
      short_message: controls.receiptText ? Buffer.from(text, 'latin1') : Buffer.alloc(0),
      ...(controls.receiptFields && { receipted_message_id: id, message_state: STATE_NUMBERS[fate] ?? 7 }),
    };
    for (let time = 0; time < times; time++) network.report(to, () => network.later(after, () => void deliver(username, fields)));
  }

  /** By any of the lines of the service, in turn; again and again until it is answered. @param told hears the first answer */
  function deliver(username: string, fields: object, told: (status: number) => void = () => undefined): void {
    const lines = [...bound].filter((one) => one.username === username && one.receives);
    const again = REPEATED_AFTER * network.controls.timeScale;
    const line = lines[turn++ % Math.max(1, lines.length)];
    if (!line) return void network.later(Math.max(100, again), () => deliver(username, fields, told));
    let isAnswered = false;
    line.session.deliver_sm({ ...fields }, ({ command_status: status }) => {
      isAnswered = status === OK;
      told(status);
    });
    network.later(again, () => {
      if (!isAnswered) deliver(username, fields, told);
    });
  }

  const answered = (username: string, fields: object): Promise<number> =>
    Promise.race([new Promise<number>((resolve) => deliver(username, fields, resolve)), pause(HEARD_WITHIN, NOT_HEARD)]);

  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: '127.0.0.1', port }, () => resolve());
      }),
    port() {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    },
    async write(username, { from, to, text, reference, wide = false, lost = [], order }) {
      const seven = isSevenBit(text);
      const parts = cut(text);
      const number = reference ?? references++ % 256;
      const isNumber = /^\+?\d{9,15}$/.test(from);
      const base = {
        source_addr: bare(from) === from.toLowerCase() ? from : from.replace('+', ''),
        source_addr_ton: isNumber ? 1 : /[^\d+]/.test(from) ? 5 : 3,
        source_addr_npi: isNumber ? 1 : 0,
        destination_addr: to.replace('+', ''),
        data_coding: seven ? 0 : 8,
      };
      const bytesOf = (words: string) => (seven ? toSevenBit(words) : toUcs2(words));
      const numbered = parts.map((part, place) => ({ part, at: place + 1 }));
      const inTurn = order ? order.map((at) => ({ at, part: parts[at - 1] ?? '' })) : mixed(numbered, network.controls);
      const statuses: number[] = [];
      for (const { part, at } of inTurn) {
        if (lost.includes(at)) continue;
        const head = wide ? [6, 8, 4, number >> 8, number & 0xff, parts.length, at] : [5, 0, 3, number & 0xff, parts.length, at];
        const header = parts.length > 1 ? Buffer.from(head) : Buffer.alloc(0);
        statuses.push(
          await answered(username, {
            ...base,
            esm_class: parts.length > 1 ? 0x40 : 0,
            short_message: Buffer.concat([header, bytesOf(part)]),
          }),
        );
      }
      return statuses;
    },
    deliver: answered,
    drop() {
      for (const session of all) session.destroy();
    },
    async close() {
      for (const session of all) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Place {
  reference: number;
  part: number;
  parts: number;
}

function headerOf(short: Buffer): Place | null {
  if (short[1] === 0x00 && short[2] === 3) return { reference: short[3] ?? 0, parts: short[4] ?? 1, part: short[5] ?? 1 };
  if (short[1] === 0x08 && short[2] === 4) return { reference: short.readUInt16BE(3), parts: short[5] ?? 1, part: short[6] ?? 1 };
  return null;
}

function fieldsOf({ sar_msg_ref_num: reference, sar_segment_seqnum: part, sar_total_segments: parts }: Pdu): Place | null {
  return reference === undefined ? null : { reference: Number(reference), part: Number(part), parts: Number(parts) };
}
