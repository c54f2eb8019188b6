import { fateOf } from './fates.ts';
import { awayAnswer, isOfMachine, reportOf } from './machines.ts';
import { type Box, INBOX, isOurs } from './post-office.ts';
import type { MailWorld } from './sign-in.ts';

/** So long after a mail a report or an answer of a machine comes. */
const LATER = 300;

/** A mail on its way to one box. `from`: of its envelope, empty where it wants no answer. */
export interface Letter {
  from: string;
  to: string;
  source: Buffer;
}

/** Puts a mail into its box, as the last server on its way does, and lets happen what is set for that box. */
export function deliver(world: MailWorld, { from, to, source }: Letter): void {
  const { office, switches } = world;
  const box = office.box(to);
  const fate = fateOf(to);
  const isReported = box.bounces || fate?.kind === 'REPORTED';
  if (!isReported) {
    const traces = `Return-Path: <${from}>\r\nDelivered-To: ${box.address}\r\n`;
    const asKept = Buffer.concat([Buffer.from(traces), source]);
    for (let copies = switches.double ? 2 : 1; copies > 0; copies--) office.keep(box, INBOX, asKept);
  }
  if (from === '' || !isOurs(from)) return;
  if (isReported) {
    const told =
      fate?.kind === 'REPORTED'
        ? fate
        : { action: 'failed' as const, status: '5.2.1', words: '550 5.2.1 The mailbox takes no mail any more' };
    soon(() => deliver(world, { from: '', to: from, source: reportOf({ ...told, sender: from, recipient: box.address, source }) }));
    return;
  }
  const away = awayOf(world, to);
  if (away === 'OFF' || isOfMachine(from, source)) return;
  // Two who are out would answer each other without end.
  if (awayOf(world, from) !== 'OFF') return;
  const isMarked = away === 'MARKED';
  soon(async () => {
    const answer = await awayAnswer({ owner: box.address, sender: from, source, isMarked });
    deliver(world, { from: isMarked ? '' : box.address, to: from, source: answer });
  });
}

function awayOf({ office }: MailWorld, address: string): Box['away'] {
  const fate = fateOf(address);
  if (fate?.kind === 'AWAY') return fate.isMarked ? 'MARKED' : 'PLAIN';
  return office.box(address).away;
}

const soon = (work: () => unknown) => setTimeout(work, LATER).unref();
