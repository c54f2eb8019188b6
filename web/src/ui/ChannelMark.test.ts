import { readFileSync } from 'node:fs';
import { ChannelType } from '@parley/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { startText } from '../text.ts';
import { ChannelMark } from './ChannelMark.tsx';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});

const NAMES: Record<ChannelType, string> = {
  EMAIL: 'E-mail',
  LIVECHAT: 'Live chat',
  FACEBOOK: 'Messenger',
  INTERNAL: 'Internal chat',
  VIBER_PUBLIC: 'Viber public',
  VIBER: 'Viber',
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  PHONE: 'Phone',
};
const styleSheet = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const markOf = (type: ChannelType) => renderToStaticMarkup(createElement(ChannelMark, { type }));

describe('the mark of a channel', () => {
  it('is there for each of the nine types', () => {
    expect(ChannelType.options.toSorted()).toEqual(Object.keys(NAMES).toSorted());
  });

  it.each(ChannelType.options)('%s bears its name', (type) => {
    expect(markOf(type)).toContain(`aria-label="${NAMES[type]}" title="${NAMES[type]}"`);
  });

  it('is not read out where its name stands beside it', () => {
    const mark = renderToStaticMarkup(createElement(ChannelMark, { type: 'LIVECHAT', named: true }));
    expect(mark).toContain('aria-hidden="true" title="Live chat"');
    expect(mark).not.toMatch(/role=|aria-label=/);
  });

  it.each(ChannelType.options)('%s has a colour of its own that the theme sets, for light and for dark', (type) => {
    const channel = /data-channel="([\w-]+)"/.exec(markOf(type))?.[1];
    const rule = new RegExp(`\\[data-channel="${channel}"\\] \\{\\s*--c: var\\(--ch-([\\w-]+)\\);`).exec(
      styleSheet('./ChannelMark.module.css'),
    );
    expect(rule?.[1]).toBe(channel);
    const set = [...styleSheet('../theme/tokens.css').matchAll(new RegExp(`--ch-${channel}: var\\(--${channel}-\\d\\);`, 'g'))];
    expect(set).toHaveLength(2);
  });
});
