import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHOP, type Started, startMail } from './test/mail-sandbox.ts';
import { Wire } from './wire.ts';

let world: Started;
let wire: Wire;
const MAIL = 'Subject: Dots\r\nFrom: maria@home.test\r\n\r\n.one\r\n..two\r\nthree';

beforeEach(async () => {
  world = await startMail();
  const { office } = world.mail.world;
  for (const source of [MAIL, 'Subject: Second\r\n\r\nx\r\n']) office.keep(office.box(SHOP), 'INBOX', Buffer.from(source));
  await open();
});
afterEach(async () => {
  wire.cut();
  await world.close();
});

async function open() {
  const socket = connect(world.ports.pop3, '127.0.0.1');
  await once(socket, 'connect');
  wire = new Wire(socket);
  expect(await wire.line()).toMatch(/^\+OK/);
}
async function ask(line: string): Promise<string> {
  wire.say(line);
  return (await wire.line()) ?? 'gone';
}
async function block(line: string): Promise<string[]> {
  const rows = [await ask(line)];
  for (;;) {
    const row = await wire.line();
    if (row === '.' || row === null) return rows;
    rows.push(row);
  }
}
const signIn = async () => {
  await ask(`USER ${SHOP}`);
  expect(await ask('PASS sandbox')).toBe('+OK signed in');
};

describe('POP3', () => {
  it('lists mails by number and name, and gives them with their dots doubled', async () => {
    expect(await ask('STAT')).toBe('-ERR sign in first');
    await signIn();
    expect(await ask('STAT')).toBe(`+OK 2 ${MAIL.length + 22}`);
    expect(await block('LIST')).toEqual(['+OK 2 mails', `1 ${MAIL.length}`, '2 22']);
    const [, first, second] = await block('UIDL');
    expect(first).toMatch(/^1 \d+\.1$/);
    expect(await ask('UIDL 2')).toBe(`+OK ${second}`);
    expect(await block('RETR 1')).toEqual(['+OK', 'Subject: Dots', 'From: maria@home.test', '', '..one', '...two', 'three']);
    expect(await block('TOP 1 0')).toEqual(['+OK', 'Subject: Dots', 'From: maria@home.test', '']);
    expect(await block('TOP 1 1')).toEqual(['+OK', 'Subject: Dots', 'From: maria@home.test', '', '..one']);
    expect(await ask('RETR 3')).toBe('-ERR there is no such mail');
    expect(await ask('FLY')).toBe('-ERR FLY is not known here');
    expect(await block('CAPA')).toContain('UIDL');
  });

  it('clears away what was marked when the client ends in order, and not before', async () => {
    await signIn();
    await ask('DELE 1');
    expect(await block('LIST')).toEqual(['+OK 1 mails', '2 22']);
    expect(await ask('RSET')).toMatch(/^\+OK/);
    expect(await block('LIST')).toHaveLength(3);
    await ask('DELE 1');
    wire.cut();
    await open();
    await signIn();
    expect(await block('LIST')).toHaveLength(3);
    await ask('DELE 1');
    expect(await ask('QUIT')).toBe('+OK see you');
    expect(await wire.line()).toBe(null);
    expect(world.inbox(SHOP)).toEqual(['Subject: Second\r\n\r\nx\r\n']);
  });

  it('lets in with a token, says what is wrong with one, and ends when it is over', async () => {
    expect(await ask('AUTH XOAUTH2')).toBe('+ ');
    const proof = (token: string) => Buffer.from(`user=${SHOP}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64');
    expect(Buffer.from((await ask(proof('wrong'))).slice(2), 'base64').toString()).toContain('"status":"401"');
    expect(await ask('')).toMatch(/^-ERR \[AUTH\]/);
    await ask('AUTH XOAUTH2');
    expect(await ask(proof(await world.token()))).toBe('+OK signed in');
    await world.set({ tokenExpired: true });
    expect(await ask('STAT')).toMatch(/^-ERR \[AUTH\]/);
    expect(await wire.line()).toBe(null);
  });

  it('refuses wrong passwords, has no names when that was set, and breaks off', async () => {
    await ask(`USER ${SHOP}`);
    expect(await ask('PASS wrong')).toMatch(/^-ERR \[AUTH\]/);
    await signIn();
    await world.set({ noUidl: true, dropFetches: 1 });
    expect(await ask('UIDL')).toBe('-ERR UIDL is not known here');
    const rows = await block('RETR 1');
    expect(rows.join('\r\n').length).toBeLessThan(MAIL.length);
    expect(await wire.line()).toBe(null);
  });
});
