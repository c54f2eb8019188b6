import type { WidgetAppearance, WidgetDetails } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../../test/administration.ts';
import { messageId } from '../../../test/people.ts';
import { languageFor, textsFor, wishedLanguages } from './language.ts';

const wished = (header: string | undefined, told?: string) =>
  wishedLanguages(told, { headers: header === undefined ? {} : { 'accept-language': header } });

describe('the language of a visitor', () => {
  it('is the site’s word before the browser’s wishes, in their order', () => {
    expect(wished('bg;q=0.4, en-GB, en;q=0.8')).toEqual(['en', 'en', 'bg']);
    expect(wished('de-AT,de;q=0.9,fr;q=0', 'bg-BG')).toEqual(['bg', 'de', 'de']);
    expect(wished(undefined)).toEqual([]);
  });

  it('is one that an account can have, or the widget’s own', () => {
    const widget = { language: 'bg', follows_visitor: true };
    expect(languageFor(widget, ['en'])).toBe('en');
    expect(languageFor(widget, ['it', 'de'])).toBe('de');
    expect(languageFor(widget, ['it', '*', ''])).toBe('bg');
    expect(languageFor({ ...widget, follows_visitor: false }, ['en'])).toBe('bg');
    expect([textsFor('de'), textsFor('bg')]).toEqual(['en', 'bg']);
  });
});

describe('a widget', () => {
  let given: Administration;
  beforeAll(async () => {
    given = await startAdministration();
  }, 60_000);
  afterAll(() => given.close());

  const path = () => `/accounts/${given.account.accountId}/widgets`;
  const make = async (fields: Record<string, unknown>) => {
    const { body } = await given.call<WidgetDetails>(given.ana.token, 'POST', path(), { name: 'Shop', ...fields });
    return body;
  };
  const ask = (address: string, asks: string, init: RequestInit = {}) =>
    fetch(`${given.app.origin}${address}`, { ...init, headers: { ...init.headers, 'accept-language': asks } });
  const shown = async (id: string, asks: string, query = '') =>
    ((await (await ask(`/api/visitor/widgets/${id}${query}`, asks)).json()) as WidgetAppearance).language;

  /** The language of the contact that a first message makes. */
  async function contactLanguage(id: string, asks: string, query = ''): Promise<string> {
    const json = { 'content-type': 'application/json' };
    const started = await ask(`/api/visitor/sessions${query}`, asks, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ widgetId: id }),
    });
    const { secret } = (await started.json()) as { secret: string };
    const body = JSON.stringify({ clientMessageId: messageId(), text: 'Guten Tag' });
    const headers = { ...json, 'x-visitor-secret': secret };
    const said = await ask('/api/visitor/messages', asks, { method: 'POST', headers, body });
    const { eventId } = (await said.json()) as { eventId: string };
    const row = await given.app.database.db
      .reader(given.account.accountId)
      .selectFrom('events')
      .innerJoin('rooms', 'rooms.id', 'events.room_id')
      .innerJoin('contacts', 'contacts.id', 'rooms.contact_id')
      .select('contacts.language')
      .where('events.id', '=', eventId)
      .executeTakeFirstOrThrow();
    return row.language;
  }

  it('that is new speaks the visitor’s language, to whom the contact owes its own', async () => {
    const { id, followsVisitor } = await make({ language: 'bg' });
    expect(followsVisitor).toBe(true);
    expect(await shown(id, 'en-GB,en;q=0.9')).toBe('en');
    expect(await shown(id, 'it')).toBe('bg');
    expect(await shown(id, 'en-GB', '?language=bg')).toBe('bg');
    const page = await (await ask(`/chat/${id}?language=en`, 'bg')).text();
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('"language":"en"');
    expect(await contactLanguage(id, 'de-DE,en;q=0.5')).toBe('de');
    expect(await contactLanguage(id, 'de-DE', '?language=bg')).toBe('bg');
  });

  it('that always speaks its own is asked in vain', async () => {
    const { id } = await make({ language: 'bg' });
    const changed = await given.call<WidgetDetails>(given.ana.token, 'PATCH', `${path()}/${id}`, replacing({ followsVisitor: false }));
    expect(changed.body.followsVisitor).toBe(false);
    expect(await shown(id, 'en-GB', '?language=en')).toBe('bg');
    expect(await contactLanguage(id, 'en-GB')).toBe('bg');
  });

  it('takes every language of an account, with English texts where there are none in it, and no word that names none', async () => {
    const { id, language } = await make({ language: 'de', followsVisitor: false });
    expect(language).toBe('de');
    expect(await shown(id, 'bg')).toBe('en');
    expect(await contactLanguage(id, 'bg')).toBe('de');
    for (const address of [`/api/visitor/widgets/${id}`, `/chat/${id}`])
      expect((await ask(`${address}?language=%3Cb%3E`, 'bg')).status).toBe(400);
    expect((await ask(`/chat/${id}?language=bg&language=en`, 'bg')).status).toBe(400);
  });
});
