import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import type { Mailbox, MailboxTest, Signature, WritingMailbox } from '@parley/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../../../test/administration.ts';
import { loopBack } from '../../../../test/loop-back/channel.ts';
import { givenAccount, type TestAccount } from '../../../../test/people.ts';
import { providersKey } from '../../../../test/providers.ts';
import { newId } from '../../../platform/clock.ts';
import { providerSecrets } from '../../providers/index.ts';
import { allowedServers, isHostAllowed } from './allowed-servers.ts';

const PASSWORD = 'made up for the test';
let given: Administration;
let other: TestAccount;
/** Takes mail from `care` by PASSWORD. */
let smtp: SMTPServer;
let port = 0;
beforeAll(async () => {
  given = await startAdministration({ PARLEY_MAILBOX_NETWORKS: '127.0.0.0/8' }, ({ rooms }) =>
    rooms.channels.register(loopBack({ type: 'EMAIL', origin: 'http://127.0.0.1:9', takesKey: false })),
  );
  other = await givenAccount(given.app.database.db, 'Orion');
  smtp = new SMTPServer({
    hideSTARTTLS: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'care' && password === PASSWORD) done(null, { user: username });
      else done(Object.assign(new Error('5.7.8 Nobody is called so here'), { responseCode: 535 }));
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve()));
  port = (smtp.server.address() as AddressInfo).port;
}, 60_000);
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await given.close();
});

const path = (more = '', accountId = given.account.accountId) => `/accounts/${accountId}/mailboxes${more}`;
const ask = <T = Record<string, unknown>>(method: string, where: string, body?: unknown, token = given.ana.token) =>
  given.call<T>(token, method, where, body);
const outgoing = () => ({ host: '127.0.0.1', port, useSsl: false, username: 'care' });
const incoming = { type: 'IMAP', host: 'imap.shop.example', port: 993, useSsl: true, username: 'care' } as const;
let numbers = 0;
const freshAddress = () => `care-${++numbers}@shop.example`;
const sending = (fields: object = {}) => ({
  name: newId(),
  address: freshAddress(),
  direction: 'OUTGOING',
  outgoing: outgoing(),
  outgoingPassword: PASSWORD,
  ...fields,
});
const make = (fields: object = {}, token?: string) => ask<Mailbox>('POST', path(), sending(fields), token);
const change = (id: string, fields: Record<string, unknown>) => ask<Mailbox>('PATCH', path(`/${id}`), replacing(fields));
const faultsOf = ({ body }: { body: unknown }) =>
  (body as { errors: Array<{ params: { field: string; reason?: string } }> }).errors.map(({ params }) => [params.field, params.reason]);
const rowOf = (id: string) =>
  given.app.database.db
    .reader(given.account.accountId)
    .selectFrom('channel_applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('mailboxes', () => {
  it('are made, found, sorted and changed on the record, and tell no secret', async () => {
    const made = await make({
      name: 'Customer care',
      address: ' Care@ПОЩА.бг ',
      direction: 'BOTH',
      incoming,
      incomingPassword: 'also made up',
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Customer care',
        address: 'care@xn--80a1ac5b.xn--90ae',
        status: 'active',
        direction: 'BOTH',
        incoming,
        outgoing: outgoing(),
        afterFetching: 'KEEP',
        secretsSet: { incomingPassword: true, outgoingPassword: true, clientSecret: false, refreshToken: false, dkimKey: false },
        wasUsed: false,
      },
    });
    expect(JSON.stringify(made.body)).not.toContain('made up');
    const row = await rowOf(made.body.id);
    expect(row).toMatchObject({ type: 'EMAIL', sender: 'care@xn--80a1ac5b.xn--90ae', communication_type: 'TWO_WAY', active: true });
    expect(JSON.stringify(row.settings)).not.toContain('made up');
    expect(row.secrets?.toString('latin1')).not.toContain('made up');
    const [born] = await given.trail('CHANNEL_END_CREATED');
    expect(born).toMatchObject({
      actor: { role: 'admin' },
      entity: { type: 'MAILBOX', id: made.body.id, name: 'Customer care' },
      after: { incoming: 'IMAP imap.shop.example:993 SSL care', incomingPassword: 'SECRET_CHANGED' },
    });
    await change(made.body.id, { name: 'Care', afterFetching: 'MOVE', moveTo: 'Parley' });
    const [entry] = await given.trail('CHANNEL_END_CHANGED');
    expect(entry).toMatchObject({
      before: { name: 'Customer care', afterFetching: 'KEEP', moveTo: '' },
      after: { name: 'Care', afterFetching: 'MOVE', moveTo: 'Parley' },
    });
    await make({ name: 'Zebra', status: 'inactive' });
    const list = async (query: string) =>
      (await ask<{ content: Mailbox[] }>('GET', `${path()}?${query}`)).body.content.map(({ name }) => name);
    expect(await list('search=XN--80A')).toEqual(['Care']);
    expect(await list('status=inactive')).toEqual(['Zebra']);
    expect((await list('sort=name,desc&size=100')).at(0)).toBe('Zebra');
    expect((await ask('GET', path(`/${made.body.id}`), undefined, given.superToken)).status).toBe(200);
  });

  it('are made once however often they are asked for by one id', async () => {
    const asked = sending({ clientMailboxId: newId() });
    const [one, again] = [await ask<Mailbox>('POST', path(), asked), await ask<Mailbox>('POST', path(), asked)];
    expect(again.body.id).toBe(one.body.id);
    expect((await ask('POST', path(), { ...asked, outgoingPassword: 'another' })).key).toBe('CREATION_ID_USED');
  });

  it('have a name and an address of their own in the account, and in no other', async () => {
    const { body } = await make();
    expect((await make({ address: body.address.toUpperCase() })).key).toBe('MAILBOX_ADDRESS_TAKEN');
    expect((await make({ name: ` ${body.name.toUpperCase()}` })).key).toBe('CHANNEL_END_NAME_TAKEN');
    const second = await make();
    expect((await change(second.body.id, { address: body.address })).key).toBe('MAILBOX_ADDRESS_TAKEN');
    const elsewhere = await ask('POST', path('', other.accountId), sending({ address: body.address }), given.superToken);
    expect(elsewhere.status).toBe(200);
  });

  it('are refused with the field that does not fit', async () => {
    const faults = async (fields: object) => faultsOf(await make(fields));
    expect(await faults({ outgoing: null })).toEqual([['body.outgoing', 'SERVER_MISSING']]);
    expect(await faults({ outgoingPassword: '' })).toEqual([['body.outgoingPassword', 'PASSWORD_MISSING']]);
    expect(await faults({ outgoing: { ...outgoing(), host: 'https://shop.example/' } })).toEqual([['body.outgoing.host', 'NOT_A_HOST']]);
    expect(await faults({ outgoing: { ...outgoing(), host: '10.0.0.7' } })).toEqual([['body.outgoing.host', 'HOST_NOT_ALLOWED']]);
    expect(await faults({ authentication: 'OAUTH2', clientId: 'app', tenantId: 'shop.example', clientSecret: 'x' })).toEqual([
      ['body.authentication', 'OAUTH2_OF_MICROSOFT_ONLY'],
    ]);
    const dkim = { domain: 'shop.example', selector: 'mail' };
    expect(await faults({ dkim })).toEqual([['body.dkimKey', 'DKIM_KEY_MISSING']]);
    expect(await faults({ dkim, dkimKey: 'no key' })).toEqual([['body.dkimKey', 'NOT_A_PRIVATE_KEY']]);
    expect(
      await faults({ direction: 'BOTH', incoming: { ...incoming, type: 'POP3' }, incomingPassword: 'x', afterFetching: 'MOVE' }),
    ).toEqual([['body.afterFetching', 'MOVE_NEEDS_IMAP']]);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signed = await make({ dkim, dkimKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) });
    expect(signed).toMatchObject({ status: 200, body: { dkim, secretsSet: { dkimKey: true } } });
  });

  it('keep a secret that is not given, and take one away that is given empty', async () => {
    const { body } = await make({ refreshToken: 'for later' });
    await change(body.id, { outgoing: { ...outgoing(), port: 25 } });
    const secretsOf = async () => providerSecrets(providersKey()).openNamed((await rowOf(body.id)).secrets ?? Buffer.alloc(0));
    expect(await secretsOf()).toEqual({ outgoingPassword: PASSWORD, refreshToken: 'for later' });
    expect((await change(body.id, { refreshToken: '' })).body.secretsSet.refreshToken).toBe(false);
    expect(await secretsOf()).toEqual({ outgoingPassword: PASSWORD });
    expect(faultsOf(await change(body.id, { outgoingPassword: '' }))).toEqual([['body.outgoingPassword', 'PASSWORD_MISSING']]);
  });

  it('send a kept password to no other server than the one that it was given for', async () => {
    const { body } = await make();
    const elsewhere = { ...outgoing(), host: '127.0.0.2' };
    expect(faultsOf(await change(body.id, { outgoing: elsewhere }))).toEqual([['body.outgoingPassword', 'SECRET_AGAIN']]);
    const tried = { mailboxId: body.id, direction: 'OUTGOING', outgoing: elsewhere };
    expect(faultsOf(await ask('POST', `/accounts/${given.account.accountId}/mailbox-tests`, tried))).toEqual([
      ['body.outgoingPassword', 'SECRET_AGAIN'],
    ]);
    expect((await change(body.id, { outgoing: elsewhere, outgoingPassword: PASSWORD })).status).toBe(200);
  });

  it('are deleted only while no mail went over them', async () => {
    const [used, unused] = [await make(), await make()];
    const { accountId } = given.account;
    await given.app.database.db.inAccount(accountId, async (tx) => {
      const contactId = newId();
      await tx.insertInto('contacts').values({ id: contactId, account_id: accountId }).execute();
      const channel = { id: newId(), account_id: accountId, contact_id: contactId, type: 'EMAIL', address: 'maria@home.example' };
      await tx
        .insertInto('contact_channels')
        .values({ ...channel, channel_application_id: used.body.id })
        .execute();
    });
    expect((await ask('DELETE', path(`/${used.body.id}`))).key).toBe('CHANNEL_END_WAS_USED');
    expect((await ask('DELETE', path(`/${unused.body.id}`))).status).toBe(200);
    expect((await ask('GET', path(`/${unused.body.id}`))).key).toBe('MAILBOX_NOT_FOUND');
  });

  it('are no matter of agents', async () => {
    const agent = await given.person('Boris');
    expect((await ask('GET', path(), undefined, agent.token)).key).toBe('ERROR_FORBIDDEN');
    expect((await make({}, agent.token)).key).toBe('ERROR_FORBIDDEN');
  });

  it('that only receive are offered to nobody who writes', async () => {
    const receiving = await make({ direction: 'INCOMING', incoming, incomingPassword: 'x' });
    const writing = await make();
    const { body } = await ask<{ content: Array<{ id: string }> }>('GET', '/channel-applications');
    const offered = body.content.map(({ id }) => id);
    expect(offered).toContain(writing.body.id);
    expect(offered).not.toContain(receiving.body.id);
  });
});

describe('the test of a mailbox', () => {
  const tryOut = (fields: object = {}) =>
    ask<MailboxTest>('POST', `/accounts/${given.account.accountId}/mailbox-tests`, {
      direction: 'OUTGOING',
      outgoing: outgoing(),
      outgoingPassword: PASSWORD,
      ...fields,
    });

  it('says before anything is saved whether its servers take it', async () => {
    expect((await tryOut()).body).toEqual({ incoming: null, outgoing: { problem: null, answer: null } });
    const refused = await tryOut({ outgoingPassword: 'wrong' });
    expect(refused.body.outgoing).toMatchObject({ problem: 'REFUSED', answer: expect.stringContaining('5.7.8 Nobody is called so here') });
    expect(JSON.stringify(refused.body)).not.toContain('wrong');
  });

  it('tells a server that does not answer from one that offers no encryption', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', () => resolve()));
    const { port: nobody } = closed.address() as AddressInfo;
    await new Promise<void>((resolve) => void closed.close(() => resolve()));
    expect((await tryOut({ outgoing: { ...outgoing(), port: nobody } })).body.outgoing?.problem).toBe('UNREACHABLE');
    expect((await tryOut({ outgoing: { ...outgoing(), useSsl: true } })).body.outgoing?.problem).toBe('MISCONFIGURED');
  });

  it('uses the passwords that are kept where none is entered, and is kept with the health of the channel', async () => {
    const { body } = await make();
    expect((await tryOut({ mailboxId: body.id, outgoingPassword: '' })).body.outgoing?.problem).toBeNull();
    expect((await ask<MailboxTest>('POST', path(`/${body.id}/test`))).body.outgoing?.problem).toBeNull();
    const health = () => ask<{ test: { problem: string | null } }>('GET', `/accounts/${given.account.accountId}/channel-health/${body.id}`);
    expect((await health()).body.test.problem).toBeNull();
    await change(body.id, { outgoingPassword: 'wrong' });
    await ask('POST', path(`/${body.id}/test`));
    expect((await health()).body.test.problem).toBe('REFUSED');
  });

  it('asks nothing within our own network that the installation has not opened', () => {
    const isAllowed = allowedServers(['10.1.0.0/16', '::1']);
    for (const address of ['93.184.215.14', '10.1.2.3', '::1', '2606:2800:21f:cb07::1']) expect(isAllowed(address), address).toBe(true);
    for (const address of ['127.0.0.1', '10.2.0.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.1', '0.0.0.0', 'nonsense'])
      expect(isAllowed(address), address).toBe(false);
    expect(isHostAllowed('localhost', isAllowed)).toBe(false);
    expect(isHostAllowed('smtp.shop.example', isAllowed)).toBe(true);
  });
});

describe('signatures', () => {
  const html = '<p onclick="alert(1)">Kind <b>regards</b></p><script>alert(1)</script><img src="https://shop.example/a.png">';
  const harmless = '<p>Kind <b>regards</b></p><img alt="" src="https://shop.example/a.png" />';

  it('are made, read, changed and deleted on the record, and their HTML is harmless wherever it is told', async () => {
    const { body: mailbox } = await make({ name: 'Letters' });
    const at = path(`/${mailbox.id}/signatures`);
    const made = await ask<Signature>('POST', at, { content: html, isHtml: true, placement: 'ABOVE_QUOTE' });
    expect(made.body).toMatchObject({ mailboxId: mailbox.id, isHtml: true, placement: 'ABOVE_QUOTE' });
    expect(made.body.content).toBe(harmless);
    const second = await ask<Signature>('POST', at, { content: 'Until <soon>', isHtml: false, placement: 'BELOW_QUOTE' });
    const { body: list } = await ask<{ content: Signature[] }>('GET', at);
    expect(list.content.map(({ content }) => content)).toEqual([harmless, 'Until <soon>']);
    await ask('PATCH', `${at}/${second.body.id}`, replacing({ content: 'Until then' }));
    const [entry] = await given.trail('SIGNATURE_CHANGED');
    expect(entry).toMatchObject({
      entity: { type: 'SIGNATURE', id: second.body.id, name: 'Letters' },
      before: { content: 'Until <soon>' },
      after: { content: 'Until then' },
    });
    const { body: writing } = await ask<{ content: WritingMailbox[] }>('GET', '/emails/write-from');
    expect(writing.content.find(({ id }) => id === mailbox.id)).toEqual({
      id: mailbox.id,
      name: 'Letters',
      address: mailbox.address,
      signatures: [
        { id: made.body.id, content: harmless, isHtml: true, placement: 'ABOVE_QUOTE' },
        { id: second.body.id, content: 'Until then', isHtml: false, placement: 'BELOW_QUOTE' },
      ],
    });
    expect((await ask('DELETE', `${at}/${second.body.id}`)).status).toBe(200);
    expect((await ask('GET', `${at}/${second.body.id}`)).key).toBe('SIGNATURE_NOT_FOUND');
    expect((await ask('DELETE', path(`/${mailbox.id}`))).status).toBe(200);
  });

  it('are shown before they are kept as they will look', async () => {
    const { body: mailbox } = await make();
    const at = path(`/${mailbox.id}/signature-previews`);
    expect((await ask('POST', at, { content: html, isHtml: true })).body).toEqual({ html: harmless });
    expect((await ask('POST', at, { content: 'A & <b>\nB', isHtml: false })).body).toEqual({ html: 'A &amp; &lt;b&gt;<br />B' });
  });

  it('belong to their mailbox alone, which has at most fifty', async () => {
    const [{ body: one }, { body: two }] = [await make(), await make()];
    const signature = { content: 'Regards', isHtml: false, placement: 'ABOVE_QUOTE' };
    const { body } = await ask<Signature>('POST', path(`/${one.id}/signatures`), signature);
    expect((await ask('GET', path(`/${two.id}/signatures/${body.id}`))).key).toBe('SIGNATURE_NOT_FOUND');
    expect((await ask('DELETE', path(`/${two.id}/signatures/${body.id}`))).key).toBe('SIGNATURE_NOT_FOUND');
    for (let count = 1; count < 50; count += 1) await ask('POST', path(`/${one.id}/signatures`), signature);
    expect((await ask('POST', path(`/${one.id}/signatures`), signature)).key).toBe('SIGNATURES_FULL');
  });

  it('of mailboxes that are off or only receive are offered to nobody', async () => {
    const off = await make({ status: 'inactive' });
    const receiving = await make({ direction: 'INCOMING', incoming, incomingPassword: 'x' });
    const agent = await given.person('Rada');
    const { body } = await ask<{ content: WritingMailbox[] }>('GET', '/emails/write-from', undefined, agent.token);
    const offered = body.content.map(({ id }) => id);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered).not.toContain(off.body.id);
    expect(offered).not.toContain(receiving.body.id);
  });
});
