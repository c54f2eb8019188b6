import type { ToldProvider } from '@parley/contract';
import { type Connection, type ConnectionTest, keepTest } from '../providers/index.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import type { EndKey } from './ends.ts';

/** A provider that says nothing for so long is not waited for: what was set is kept all the same. */
const PATIENCE_MS = 10_000;

/** The end as its provider was told of it last; null where providers of its type need not be told. */
export async function connectionBefore({ providers }: ChannelSettingsDeps, { accountId, endId }: EndKey): Promise<Connection | null> {
  return providers.connections.of(accountId, endId);
}

/**
 * Tells the provider of an end as it is now: where to call, or, switched off, to call no more. What it says is for whoever has set it; null
 * where its provider need not be told. Rejects with nothing.
 * @param before how it was; a provider that knew us by other secrets is told to call no more
 */
export async function tellProvider(deps: ChannelSettingsDeps, key: EndKey, before: Connection | null): Promise<ToldProvider> {
  const now = await deps.providers.connections.of(key.accountId, key.endId);
  if (now === null) return null;
  if (before !== null && JSON.stringify(before.secrets) !== JSON.stringify(now.secrets)) await forgetAtProvider(deps, before);
  const adapter = deps.providers.adapterOf(now.type);
  const ask = now.active ? adapter?.connect : adapter?.disconnect;
  if (adapter === undefined || ask === undefined) return null;
  const said = await ask.call(adapter, now, AbortSignal.timeout(PATIENCE_MS)).catch((error: unknown): ConnectionTest => {
    deps.log.error({ err: error, channelApplicationId: key.endId }, 'A provider could not be told of an end of a channel');
    return { ok: false, problem: 'UNREACHABLE' };
  });
  // It knows us or it does not, as if it had been asked for that alone: the channel's health says so.
  if (now.active) await keepTest(deps.db.reader(key.accountId), key.accountId, key.endId, said);
  return { problem: said.ok ? null : said.problem, answer: said.answer ?? '' };
}

/** Tells the provider that nobody is here to be called any more. What it says changes nothing. */
export async function forgetAtProvider({ providers, log }: ChannelSettingsDeps, connection: Connection): Promise<void> {
  const adapter = providers.adapterOf(connection.type);
  if (adapter?.disconnect === undefined) return;
  const said = await adapter.disconnect(connection, AbortSignal.timeout(PATIENCE_MS)).catch((error: unknown) => ({ ok: false, error }));
  if (!said.ok) log.warn({ channelApplicationId: connection.channelApplicationId, said }, 'A provider was not told that an end is gone');
}
