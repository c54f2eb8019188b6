import { setTimeout as pause } from 'node:timers/promises';
import { SmppCarrierSettings } from '@parley/contract';
import type { Log } from '../../platform/log.ts';
import type { CarriedService } from '../providers/index.ts';
import { type Pdu, type Session, smpp } from './smpp-library.ts';
import { createRate } from './smpp-rate.ts';
import { BIND_REFUSED, meaningOfSubmit } from './smpp-status.ts';
import type { Submit } from './smpp-texts.ts';

/** After each further failure it is waited so long, in ms, and up to a fifth more. */
const RECONNECT = [1000, 2000, 5000, 10_000, 30_000];
/** So long a bind, and a sign of life, may take. */
const ANSWER_WITHIN = 10_000;
/** An answer that has not come by then is not waited for any more. */
const SUBMIT_WITHIN = 60_000;
const UNBIND_WITHIN = 2000;
const NOT_STORED = 0x64;
const OK = 0;

/** LOST: the line was cut, or nothing came, before its answer: nobody knows whether the carrier has it. NOT_SENT: it surely has not. */
export type Submitted = { kind: 'ANSWERED'; status: number; messageId: string } | { kind: 'LOST' } | { kind: 'NOT_SENT' };

/** How the line is, for those who look after it. */
export interface LineState {
  bound: boolean;
  /** Its first bind is still under way. */
  isNew: boolean;
  /** What the last bind was answered with, or why there was no answer. Null: it was not tried yet, or went well. */
  problem: { kind: 'REFUSED' | 'UNREACHABLE'; answer: string } | null;
}

/** One bind of one service (SMPP 3.4): stands until it is closed, and is bound anew whenever it was lost. */
export interface Line {
  service: CarriedService;
  settings: SmppCarrierSettings;
  state(): LineState;
  /** Resolves when it is bound, with false when the time is over before. */
  bound(withinMs: number): Promise<boolean>;
  /** Sends one `submit_sm` when window and rate allow it. @param beginWithin so long, in ms, it may wait for that; else NOT_SENT */
  submit(fields: Submit, beginWithin: number): Promise<Submitted>;
  /** Messages a second that the carrier takes at this moment. */
  perSecond(): number | null;
  /** The carrier said that it was too much. */
  throttled(): void;
  /** The carrier says that the line is not what we take it for. */
  rebind(): void;
  /** The next reference for a text in parts, 0 to 255. */
  nextReference(): number;
  /** Takes nothing more, waits for what is under way, and closes in order. */
  close(): Promise<void>;
}

/**
 * @param onDeliver stores what the carrier brought; only then it is told that it arrived. A rejection asks it to bring it again
 */
export function openLine(service: CarriedService, onDeliver: (pdu: Pdu) => Promise<void>, log: Log): Line {
  const settings = SmppCarrierSettings.parse(service.carrier.settings);
  const rate = createRate(settings.perSecond);
  const facts = { serviceId: service.id };
  /** Those who wait for an answer; each is told once. */
  const unanswered = new Set<(end: Submitted) => void>();
  const underWay = new Set<Promise<void>>();
  const changed = new Set<() => void>();
  let session: Session | null = null;
  let bound = false;
  let isNew = true;
  let problem: LineState['problem'] = null;
  let closed = false;
  let failures = 0;
  let reference = Math.floor(Math.random() * 256);
  const stopping = new AbortController();
  const tellChange = () => {
    for (const one of [...changed]) one();
  };

  function lose(lost: Session): void {
    if (session !== lost) return;
    session = null;
    bound = false;
    isNew = false;
    for (const end of [...unanswered]) end({ kind: 'LOST' });
    tellChange();
    if (!closed) void connectLater();
  }

  async function connectLater(): Promise<void> {
    const wait = RECONNECT[Math.min(failures, RECONNECT.length - 1)] ?? 0;
    failures++;
    await pause(wait * (1 + Math.random() / 5), undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!closed) connect();
  }

  function connect(): void {
    let opened: Session;
    try {
      opened = smpp.connect({ url: service.carrier.address });
    } catch (error) {
      problem = { kind: 'UNREACHABLE', answer: wordsOf(error) };
      return void connectLater();
    }
    session = opened;
    const patience = setTimeout(() => fail('UNREACHABLE', 'no answer in time'), ANSWER_WITHIN);
    const fail = (kind: 'REFUSED' | 'UNREACHABLE', answer: string) => {
      clearTimeout(patience);
      problem = { kind, answer };
      log.warn({ ...facts, answer }, 'a line to a carrier could not be bound');
      opened.destroy();
      lose(opened);
    };
    opened.on('error', (error: unknown) => {
      if (!bound) problem = { kind: 'UNREACHABLE', answer: wordsOf(error) };
      clearTimeout(patience);
      // After a fault the library reads nothing more on it.
      opened.destroy();
      lose(opened);
    });
    opened.on('close', () => {
      clearTimeout(patience);
      if (session === opened && !bound && problem === null) problem = { kind: 'UNREACHABLE', answer: 'the line was closed' };
      lose(opened);
    });
    opened.on('pdu', (pdu: Pdu) => answer(opened, pdu));
    opened.on(service.carrier.address.startsWith('ssmpp:') ? 'secureConnect' : 'connect', () => {
      const fields = {
        system_id: service.username,
        password: service.password,
        system_type: settings.systemType,
        interface_version: 0x34,
        addr_ton: 0,
        addr_npi: 0,
        address_range: '',
      };
      opened.bind_transceiver(fields, ({ command_status: status }) => {
        if (session !== opened) return;
        if (status !== OK)
          return fail(BIND_REFUSED.has(status) ? 'REFUSED' : 'UNREACHABLE', `bind answered ${meaningOfSubmit(status).name}`);
        clearTimeout(patience);
        [bound, isNew, problem, failures] = [true, false, null, 0];
        log.info(facts, 'a line to a carrier is bound');
        watch(opened);
        tellChange();
      });
    });
  }

  /** Two signs of life that are not answered: nobody is there. */
  function watch(opened: Session): void {
    let missed = 0;
    const timer = setInterval(() => {
      if (session !== opened) return clearInterval(timer);
      if (missed >= 2) {
        clearInterval(timer);
        log.warn(facts, 'a carrier gives no sign of life; the line is bound anew');
        opened.destroy();
        return lose(opened);
      }
      missed++;
      opened.enquire_link({}, () => {
        missed = 0;
      });
    }, settings.enquireEverySeconds * 1000);
    timer.unref();
  }

  function answer(opened: Session, pdu: Pdu): void {
    if (pdu.command === 'enquire_link') opened.send(pdu.response());
    else if (pdu.command === 'unbind') {
      opened.send(pdu.response());
      opened.close();
    } else if (pdu.command === 'deliver_sm' || pdu.command === 'data_sm') {
      const work = onDeliver(pdu)
        .then(
          () => OK,
          (error: unknown) => {
            log.error({ ...facts, err: error }, 'what a carrier brought could not be stored; it is to bring it again');
            return NOT_STORED;
          },
        )
        .then((status) => void opened.send(pdu.response({ command_status: status })))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    } else if (pdu.command === 'unknown') opened.send(pdu.response());
  }

  const line: Line = {
    service,
    settings,
    state: () => ({ bound, isNew, problem }),
    async bound(withinMs) {
      return (await until(() => bound, withinMs)) && !closed;
    },
    async submit(fields, beginWithin) {
      const end = performance.now() + beginWithin;
      const left = () => end - performance.now();
      if (closed || !(await until(() => bound && unanswered.size < settings.window, left()))) return { kind: 'NOT_SENT' };
      const wait = rate.reserve();
      if (wait > left()) return { kind: 'NOT_SENT' };
      if (wait > 0) await pause(wait);
      // Others may have come in between.
      if (!(await until(() => bound && unanswered.size < settings.window, left()))) return { kind: 'NOT_SENT' };
      return ask(fields);
    },
    perSecond: () => rate.now(),
    throttled: () => rate.throttled(),
    rebind() {
      const now = session;
      now?.destroy();
      if (now) lose(now);
    },
    nextReference() {
      reference = (reference + 1) % 256;
      return reference;
    },
    async close() {
      closed = true;
      for (let waited = 0; unanswered.size > 0 && waited < UNBIND_WITHIN; waited += 20) await pause(20);
      await Promise.allSettled([...underWay]);
      const last = session;
      stopping.abort();
      if (!last) return;
      if (bound) await Promise.race([new Promise<void>((resolve) => last.unbind(() => resolve())), pause(UNBIND_WITHIN)]);
      session = null;
      bound = false;
      for (const end of [...unanswered]) end({ kind: 'LOST' });
      last.destroy();
      tellChange();
    },
  };

  function ask(fields: Submit): Promise<Submitted> {
    return new Promise((resolve) => {
      const end = (how: Submitted) => {
        clearTimeout(patience);
        if (unanswered.delete(end)) {
          resolve(how);
          tellChange();
        }
      };
      const patience = setTimeout(() => end({ kind: 'LOST' }), SUBMIT_WITHIN);
      unanswered.add(end);
      const isSent = session?.submit_sm({ ...fields }, ({ command_status: status, message_id: messageId = '' }) =>
        end({ kind: 'ANSWERED', status, messageId }),
      );
      if (isSent !== true) end({ kind: 'NOT_SENT' });
    });
  }

  /** @returns false when it is not so when the time is over */
  function until(holds: () => boolean, withinMs: number): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    if (withinMs <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (how: boolean) => {
        clearTimeout(timer);
        changed.delete(look);
        resolve(how);
      };
      const look = () => {
        if (holds()) end(true);
        else if (closed) end(false);
      };
      const timer = setTimeout(() => end(holds()), withinMs);
      changed.add(look);
    });
  }

  connect();
  return line;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
