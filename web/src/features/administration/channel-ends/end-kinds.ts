import type { NewSmsSetting, NewViberEnd, NewViberSupport, SmsSetting, ToldProvider, ViberChannel, ViberSupport } from '@parley/contract';
import type { QueryKey } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { oneOf } from '../../../address-parts.ts';
import { api, orpc } from '../../../api/client.ts';
import type { ListPage } from '../../../ui/list/every-row.ts';
import type { EndsSearch } from './ends-search.ts';

/** As they are called in addresses (administration, section 2). */
export const endKinds = ['sms-settings', 'viber-channels', 'viber-support'] as const;
export type EndKind = (typeof endKinds)[number];

export type AnyEnd = SmsSetting | ViberChannel | ViberSupport;
/** An end as it was stored, and what its provider said to that. */
export interface StoredEnd {
  end: AnyEnd;
  told: ToldProvider;
}

interface OfEnd {
  accountId: string;
  endId: string;
}
type Query = EndsSearch & { size: number };
type Changes = ReadonlyArray<{ op: 'replace'; path: string; value: unknown }>;

/** What is asked of the ends of one kind. Bodies fit the kind: `end-values.ts` makes them. */
interface EndCalls {
  key: () => QueryKey;
  list: (accountId: string, query: Query, signal: AbortSignal) => Promise<ListPage<AnyEnd>>;
  one: (params: OfEnd, signal: AbortSignal) => Promise<AnyEnd>;
  create: (accountId: string, body: unknown) => Promise<StoredEnd>;
  change: (params: OfEnd, body: Changes) => Promise<StoredEnd>;
  newHookAddress: (params: OfEnd) => Promise<StoredEnd>;
  remove: (params: OfEnd) => Promise<unknown>;
}

const { smsSettings, viberChannels, viberSupports } = api;

export const callsOf: Readonly<Record<EndKind, EndCalls>> = {
  'sms-settings': {
    key: () => orpc.smsSettings.key(),
    list: (accountId, query, signal) => smsSettings.list({ params: { accountId }, query }, { signal }),
    one: (params, signal) => smsSettings.one({ params }, { signal }),
    create: (accountId, body) => smsSettings.create({ params: { accountId }, body: body as NewSmsSetting }),
    change: (params, body) => smsSettings.change({ params, body: body as never }),
    newHookAddress: (params) => smsSettings.newHookAddress({ params }),
    remove: (params) => smsSettings.remove({ params }),
  },
  'viber-channels': {
    key: () => orpc.viberChannels.key(),
    list: (accountId, query, signal) => viberChannels.list({ params: { accountId }, query }, { signal }),
    one: (params, signal) => viberChannels.one({ params }, { signal }),
    create: (accountId, body) => viberChannels.create({ params: { accountId }, body: body as NewViberEnd }),
    change: (params, body) => viberChannels.change({ params, body: body as never }),
    newHookAddress: (params) => viberChannels.newHookAddress({ params }),
    remove: (params) => viberChannels.remove({ params }),
  },
  'viber-support': {
    key: () => orpc.viberSupports.key(),
    list: (accountId, query, signal) => viberSupports.list({ params: { accountId }, query }, { signal }),
    one: (params, signal) => viberSupports.one({ params }, { signal }),
    create: (accountId, body) => viberSupports.create({ params: { accountId }, body: body as NewViberSupport }),
    change: (params, body) => viberSupports.change({ params, body: body as never }),
    newHookAddress: (params) => viberSupports.newHookAddress({ params }),
    remove: (params) => viberSupports.remove({ params }),
  },
};

export const senderOf = (end: AnyEnd): string => ('chatUri' in end ? end.chatUri : end.sender);

/** Which kind the page is about, by its address: the pages of all kinds are the same. */
export function useEndKind(): EndKind {
  const { pathname } = useLocation();
  const kind = pathname
    .split('/')
    .map((part) => oneOf(endKinds, part))
    .find((part) => part !== undefined);
  if (kind === undefined) throw new Error('a page of ends outside their addresses');
  return kind;
}
