import { randomUUID } from 'node:crypto';
import type { Controls } from '../providers/controls.ts';
import type { PhonePower } from '../providers/phone-power.ts';
import { CODES, type Fate, fateOf } from './codes.ts';
import { faultOf, type Sent } from './layouts.ts';

/** What a carrier's customer has bought: who may write, and where the carrier calls. */
export interface Service {
  username: string;
  /** A password; of the Infobip-like interface the key. */
  password: string;
  /** Senders that are theirs; empty: whichever. */
  senders: string[];
  /** Where receipts and replies go; of the Infobip-like interface replies alone. */
  callbackUrl: string;
  /** Replies come from phones: the service is for conversations. */
  session: boolean;
}

export interface CarrierControls extends Controls {
  /** How much faster its clock goes for messages that expire. */
  clock: number;
  /** After how many milliseconds a phone has a message, from and to. */
  deliverAfterMs: [from: number, to: number];
  /** It is looked at so long after; null: only when somebody reads. */
  seenAfterMs: number | null;
  /** What has expired comes all the same, a moment later. */
  lateDelivery: boolean;
  /** So many messages may go to somebody who does not answer; null: as many as one likes. */
  sessionLimit: number | null;
}

/** A line of a phone. */
export interface PhoneLine {
  id: string;
  channel: 'VIBER' | 'SMS';
  from: 'SENDER' | 'PHONE';
  sender: string;
  at: string;
  text: string;
  imageUrl?: string;
  button?: { text: string; url: string };
  file?: { url: string; name: string };
  mediaPath?: string;
  seen: boolean;
}

export interface Receipt {
  sent: Sent;
  channel: 'VIBER' | 'SMS';
  status: 'SENT' | 'DELIVERED' | 'SEEN' | 'EXPIRED' | 'REJECTED' | 'UNDELIVERABLE' | 'DELETED';
  code: number | null;
}

export interface Reply {
  id: string;
  from: string;
  sender: string;
  type: 'TEXT' | 'FILE';
  text: string;
  url: string;
  fileName: string;
  /** The last message of the sender's that the phone had. */
  pairedId: string;
}

/** How what happens is told, by one of the interfaces. */
export interface Telling {
  receipt(service: Service, receipt: Receipt): void;
  reply(service: Service, reply: Reply): void;
}

/** What came of a send. DUPLICATE: the id was sent before. */
export type Taken = { kind: 'ACCEPTED' } | { kind: 'DUPLICATE' } | { kind: 'REFUSED'; code: number; what: string };

const SHOWN = 500;
const SENT_AFTER = 200;
const SMS_AFTER = 300;

/** A carrier of Viber's business messages, whichever interface it is spoken to by, and the phones that it reaches. */
export interface Carrier {
  service: Service;
  take(sent: Sent): Taken;
  linesOf(number: string): readonly PhoneLine[];
  /** The phone answers. @returns what keeps it from that; null where it went out */
  answer(number: string, sender: string, words: Partial<Pick<Reply, 'text' | 'url' | 'fileName'>>, mediaPath?: string): string | null;
  read(number: string): void;
}

export function createCarrier(service: Service, controls: CarrierControls, telling: Telling, power: PhonePower): Carrier {
  const phones = new Map<string, PhoneLine[]>();
  const known = new Map<string, Sent>();
  const unanswered = new Map<string, number>();

  const after = (ms: number, work: () => void) => void setTimeout(work, ms).unref();
  const linesOf = (number: string): PhoneLine[] => {
    const lines = phones.get(number) ?? [];
    phones.set(number, lines);
    return lines;
  };
  function show(number: string, line: Omit<PhoneLine, 'at' | 'seen'>): PhoneLine {
    const lines = linesOf(number);
    const shown = { ...line, at: new Date().toISOString(), seen: line.from === 'PHONE' };
    lines.push(shown);
    lines.splice(0, lines.length - SHOWN);
    return shown;
  }
  function tell(
    sent: Sent,
    status: Receipt['status'],
    { channel = 'VIBER', code = null }: Partial<Pick<Receipt, 'channel' | 'code'>> = {},
  ): void {
    const receipt = { sent, channel, status, code };
    telling.receipt(service, receipt);
    if (controls.double) telling.receipt(service, receipt);
  }

  function deliver(sent: Sent): void {
    const { id, sender, to, text, imageUrl, button, file } = sent;
    const line = show(to, {
      id,
      channel: 'VIBER',
      from: 'SENDER',
      sender,
      text,
      ...(imageUrl && { imageUrl }),
      ...(button && { button }),
      ...(file && { file }),
    });
    tell(sent, 'DELIVERED');
    if (controls.seenAfterMs !== null) after(controls.seenAfterMs, () => look(sent, line));
  }
  function look(sent: Sent, line: PhoneLine): void {
    if (line.seen) return;
    line.seen = true;
    tell(sent, 'SEEN');
  }
  /** The short message that stands in for it, with receipts of its own. */
  function failOver(sent: Sent): void {
    const { fallback, to, id } = sent;
    if (fallback === null) return;
    after(SMS_AFTER, () => {
      tell(sent, 'SENT', { channel: 'SMS' });
      power.whenOn(to, () => {
        show(to, { id, channel: 'SMS', from: 'SENDER', sender: fallback.sender, text: fallback.text });
        after(SMS_AFTER, () => tell(sent, 'DELIVERED', { channel: 'SMS' }));
      });
    });
  }
  /** To a phone that is off it is brought as soon as that is on, unless its time is over before. */
  function reach(sent: Sent): void {
    const takeBack = power.whenOn(sent.to, () => deliver(sent));
    if (power.isOff(sent.to)) after(lifeOf(sent), () => void (takeBack() && expire(sent)));
  }
  const lifeOf = ({ ttlSeconds }: Sent) => (ttlSeconds * 1000) / controls.clock;
  function expire(sent: Sent): void {
    tell(sent, 'EXPIRED');
    failOver(sent);
    if (controls.lateDelivery) after(SMS_AFTER, () => deliver(sent));
  }

  const happen: { [Kind in Fate['kind']]: (sent: Sent, fate: Extract<Fate, { kind: Kind }>) => void } = {
    REFUSED: () => {},
    ARRIVES(sent) {
      const [from, to] = controls.deliverAfterMs;
      const delivered = from + Math.random() * (to - from);
      after(controls.outOfOrder ? delivered + SENT_AFTER : SENT_AFTER, () => tell(sent, 'SENT'));
      after(Math.max(delivered, controls.outOfOrder ? 0 : SENT_AFTER + 1), () => reach(sent));
    },
    FAILS(sent, { code, fallsBack }) {
      after(SENT_AFTER, () => {
        tell(sent, 'UNDELIVERABLE', { code });
        if (fallsBack) failOver(sent);
      });
    },
    EXPIRES(sent) {
      after(SENT_AFTER, () => tell(sent, 'SENT'));
      after(lifeOf(sent), () => expire(sent));
    },
    DELETED(sent) {
      after(SENT_AFTER, () => tell(sent, 'DELETED'));
    },
  };

  return {
    service,
    linesOf: (number) => linesOf(number),
    take(sent) {
      if (known.has(sent.id)) return { kind: 'DUPLICATE' };
      const refuse = (code: number, what: string): Taken => ({ kind: 'REFUSED', code, what });
      if (service.senders.length > 0 && !service.senders.includes(sent.sender)) return refuse(2, 'the sender is not yours');
      const fault = faultOf(sent);
      if (fault) return refuse(fault.code, fault.what);
      const open = unanswered.get(sent.to) ?? 0;
      if (controls.sessionLimit !== null && open >= controls.sessionLimit) return refuse(21, 'wait for the answer');
      const fate = fateOf(sent.to);
      if (fate.kind === 'REFUSED') return refuse(fate.code, CODES[fate.code] ?? '');
      known.set(sent.id, sent);
      unanswered.set(sent.to, open + 1);
      (happen[fate.kind] as (sent: Sent, fate: Fate) => void)(sent, fate);
      return { kind: 'ACCEPTED' };
    },
    answer(number, sender, { text = '', url = '', fileName = '' }, mediaPath) {
      if (!service.session) return 'the service is for sending alone';
      const paired = linesOf(number).findLast((line) => line.from === 'SENDER' && line.sender === sender && line.channel === 'VIBER');
      const id = randomUUID();
      unanswered.set(number, 0);
      show(number, { id, channel: 'VIBER', from: 'PHONE', sender, text, ...(mediaPath && { mediaPath }) });
      const reply: Reply = { id, from: number, sender, type: url ? 'FILE' : 'TEXT', text, url, fileName, pairedId: paired?.id ?? '' };
      telling.reply(service, reply);
      if (controls.double) telling.reply(service, reply);
      return null;
    },
    read(number) {
      for (const line of linesOf(number)) {
        const sent = known.get(line.id);
        if (sent && line.channel === 'VIBER' && line.from === 'SENDER') look(sent, line);
      }
    },
  };
}
