import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailSandbox, serveMail } from '../mail/serve.ts';
import type { Thread } from './read-mail.ts';
import { serveMailbox } from './serve.ts';
import { mailboxWords } from './words.ts';

const PRODUCT = 'http://127.0.0.1:8080';
const MARIA = 'maria@home.test';
const SHOP = 'support@lumen.example';
let http: FastifyInstance;
let mail: MailSandbox;

beforeEach(() => {
  http = fastify();
  mail = serveMail(http);
  serveMailbox(http, mail.world, PRODUCT);
});
afterEach(async () => {
  await mail.close();
  await http.close();
});

const write = (more: object) =>
  http.inject({
    method: 'POST',
    url: '/mailbox/mails',
    payload: { from: MARIA, name: 'Мария', to: SHOP, subject: 'Лампа', text: 'Hello', ...more },
  });
const threads = async (address: string): Promise<Thread[]> => (await http.inject(`/mailbox/mails?address=${address}`)).json().threads;
const put = (address: string, source: string) =>
  mail.world.office.keep(mail.world.office.box(address), 'INBOX', Buffer.from(source.replaceAll('\n', '\r\n'))).id;

describe('the customer’s mailbox', () => {
  it('is a page of its own, under a policy by which nothing runs but its own scripts, with all of its words', async () => {
    const { body, headers } = await http.inject('/mailbox?lang=en');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';");
    expect(body).not.toMatch(/ style=|<style|<script>/);
    for (const [, path] of body.matchAll(/(?:src|href)="(\/mailbox\/[^"]+)"/g))
      expect((await http.inject(path ?? '')).statusCode).toBe(200);
    expect(body).toContain('<td>nobody@</td><td>550 5.1.1 No such user here</td>');
    expect((await http.inject('/mailbox?lang=bg')).body).toContain('Пощата на клиента');
    const [english, bulgarian] = [mailboxWords('en'), mailboxWords('bg')];
    for (const [key, words] of Object.entries(bulgarian)) {
      const holes = (text: string) => text.match(/\{\w+\}/g) ?? [];
      expect([key, holes(words)]).toEqual([key, holes(english[key as keyof typeof english])]);
    }
  });

  it('writes, answers and forwards, and shows what belongs together together', async () => {
    const files = [{ name: 'план.pdf', type: 'application/pdf', base64: 'JVBERg==', isInText: false }];
    expect((await write({ cc: 'Ivan <ivan@home.test>; second@home.test', files })).statusCode).toBe(200);
    const [received] = (await threads(SHOP))[0]?.mails ?? [];
    expect(received).toMatchObject({
      subject: 'Лампа',
      from: `Мария <${MARIA}>`,
      to: [SHOP],
      cc: ['ivan@home.test', 'second@home.test'],
      isUnseen: true,
    });
    expect(received?.files).toEqual([{ name: 'план.pdf', type: 'application/pdf', size: 4 }]);
    await write({ from: SHOP, to: MARIA, subject: 'Re: Лампа', answers: received?.id });
    await write({ subject: 'Another' });
    const [another, thread] = await threads(MARIA);
    expect([another?.subject, thread?.subject]).toEqual(['Another', 'Лампа']);
    expect(thread?.mails.map(({ isMine, isUnseen }) => [isMine, isUnseen])).toEqual([
      [true, false],
      [false, true],
    ]);
    const answer = thread?.mails[1];
    await http.inject({ method: 'PUT', url: `/mailbox/mails/${answer?.id}/seen?address=${MARIA}` });
    expect((await threads(MARIA))[1]?.mails[1]?.isUnseen).toBe(false);
    await write({ from: SHOP, to: MARIA, forwards: received?.id });
    expect((await threads(MARIA))[0]?.mails[0]?.files).toEqual(received?.files);
    const file = await http.inject(`/mailbox/mails/${received?.id}/files/0?address=${SHOP}`);
    expect([file.body, file.headers['content-disposition']]).toEqual([
      '%PDF',
      `attachment; filename*=UTF-8''${encodeURIComponent('план.pdf')}`,
    ]);
    expect((await http.inject(`/mailbox/mails/${received?.id}/source?address=${SHOP}`)).body).toContain(`Delivered-To: ${SHOP}`);
    expect((await http.inject(`/mailbox/mails/${received?.id}/source?address=${MARIA}`)).statusCode).toBe(404);
  });

  it('shows HTML with its own pictures under a policy by which nothing runs', async () => {
    await write({ text: 'a < b', files: [{ name: 'lamp.png', type: 'image/png', base64: 'iVBORw==', isInText: true }] });
    const [one] = (await threads(SHOP))[0]?.mails ?? [];
    expect(one).toMatchObject({ hasHtml: true, files: [] });
    const { body, headers } = await http.inject(`/mailbox/mails/${one?.id}/html?address=${SHOP}`);
    expect(body.trim()).toBe('<div>a &lt; b</div><div><img src="data:image/png;base64,iVBORw=="></div>');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; img-src data: ${PRODUCT};`);
    expect(headers['content-security-policy']).not.toContain('script');
  });

  it('says what cannot be sent, and sends nothing of it', async () => {
    for (const [wrong, reason] of [
      [{ to: '' }, 'to whom?'],
      [{ to: `${SHOP}, x@elsewhere.com` }, 'nothing leaves this machine'],
      [{ from: 'x@elsewhere.com' }, 'only .test'],
      [{ answers: 99 }, 'not there any more'],
      [{ files: [{ name: 'x' }] }, 'wrong: files'],
    ] as const) {
      const answer = await write(wrong);
      expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining(reason)]);
    }
    expect(await threads(SHOP)).toEqual([]);
    expect((await http.inject('/mailbox/mails?address=x@elsewhere.com')).statusCode).toBe(400);
  });

  it('lets an address bounce and be out of the office', async () => {
    const set = (payload: object) => http.inject({ method: 'PUT', url: '/mailbox/switches', payload: { address: MARIA, ...payload } });
    expect((await set({ away: 'PLAIN' })).json()).toEqual({ away: 'PLAIN', bounces: false });
    expect((await set({ away: 'MAYBE' })).statusCode).toBe(400);
    await write({ from: SHOP, to: MARIA });
    await expect.poll(async () => (await threads(SHOP))[0]?.mails.at(-1)?.subject).toBe('Automatic reply: Лампа');
    await set({ away: 'OFF', bounces: true });
    await write({ from: SHOP, to: MARIA });
    await expect.poll(async () => (await threads(SHOP))[0]?.subject).toBe('Undelivered Mail Returned to Sender');
    expect((await threads(MARIA)).flatMap(({ mails }) => mails).filter(({ isMine }) => !isMine)).toHaveLength(1);
  });

  it('joins threads that a later mail refers to both of', async () => {
    put(MARIA, 'Message-ID: <a@x>\nSubject: A\n\na');
    put(MARIA, 'Message-ID: <b@x>\nSubject: B\n\nb');
    put(MARIA, 'Subject: C\n\nwithout an id');
    expect((await threads(MARIA)).map(({ subject }) => subject)).toEqual(['C', 'B', 'A']);
    put(MARIA, 'Message-ID: <d@x>\nReferences: <a@x>\n <b@x>\nSubject: D\n\nd');
    expect((await threads(MARIA)).map(({ mails }) => mails.map(({ subject }) => subject))).toEqual([['A', 'B', 'D'], ['C']]);
  });
});
