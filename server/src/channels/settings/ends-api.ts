import { replaced } from '@parley/contract';
import { calls, requireAccount } from '../../accounts/index.ts';
import { doerOf, openToRead } from '../../audit/index.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import { type EndType, smsType, viberChannelType, viberSupportType } from './end-types.ts';
import { changeEnd, createEnd, type EndKey, readdressEnd, removeEnd } from './ends.ts';
import { listEnds, readKept } from './ends-store.ts';
import { connectionBefore, forgetAtProvider, tellProvider } from './tell-provider.ts';

type Context = Parameters<typeof openToRead>[1];
type Query = Parameters<typeof listEnds>[3];

/** What can be asked of the ends of one type, whichever it is. Every account that is named must be there. */
export function endsOf<End extends { id: string; name: string }, Fields>(deps: ChannelSettingsDeps, type: EndType<End, Fields>) {
  const { db } = deps;
  return {
    async list(context: Context, accountId: string, query: Query) {
      await openToRead(db, context, accountId, { type: type.entities, id: null, name: '' });
      return listEnds(db.reader(accountId), deps, type, query);
    },
    async one(context: Context, { accountId, endId }: EndKey) {
      await requireAccount(db, context.actor, accountId);
      const end = type.endOf(await readKept(db.reader(accountId), deps, type, endId));
      await openToRead(db, context, accountId, { type: type.entity, id: end.id, name: end.name });
      return end;
    },
    async create(context: Context, accountId: string, fields: Fields & { name: string; clientEndId?: string | undefined }) {
      await requireAccount(db, context.actor, accountId);
      const end = await createEnd(deps, doerOf(context), type, accountId, fields);
      return { end, told: await tellProvider(deps, { accountId, endId: end.id }, null) };
    },
    async change(context: Context, key: EndKey, fields: Fields) {
      await requireAccount(db, context.actor, key.accountId);
      const before = await connectionBefore(deps, key);
      const end = await changeEnd(deps, doerOf(context), type, key, fields);
      return { end, told: await tellProvider(deps, key, before) };
    },
    async newHookAddress(context: Context, key: EndKey) {
      await requireAccount(db, context.actor, key.accountId);
      const end = await readdressEnd(deps, doerOf(context), type, key);
      return { end, told: await tellProvider(deps, key, null) };
    },
    async remove(context: Context, key: EndKey) {
      await requireAccount(db, context.actor, key.accountId);
      const before = await connectionBefore(deps, key);
      await removeEnd(deps, doerOf(context), type, key);
      if (before !== null) await forgetAtProvider(deps, before);
      return {};
    },
  };
}

/** SMS settings, Viber channels and Viber supports of any account, for super admins: the permission table lets nobody else in. */
export function channelEndsApi(deps: ChannelSettingsDeps) {
  const { smsSettings, viberChannels, viberSupports } = calls;
  const sms = endsOf(deps, smsType);
  const channels = endsOf(deps, viberChannelType);
  const supports = endsOf(deps, viberSupportType);
  return {
    smsSettings: {
      list: smsSettings.list.handler(({ context, input: { params, query } }) => sms.list(context, params.accountId, query)),
      create: smsSettings.create.handler(({ context, input: { params, body } }) => sms.create(context, params.accountId, body)),
      one: smsSettings.one.handler(({ context, input: { params } }) => sms.one(context, params)),
      change: smsSettings.change.handler(({ context, input: { params, body } }) => sms.change(context, params, replaced(body))),
      newHookAddress: smsSettings.newHookAddress.handler(({ context, input: { params } }) => sms.newHookAddress(context, params)),
      remove: smsSettings.remove.handler(({ context, input: { params } }) => sms.remove(context, params)),
    },
    viberChannels: {
      list: viberChannels.list.handler(({ context, input: { params, query } }) => channels.list(context, params.accountId, query)),
      create: viberChannels.create.handler(({ context, input: { params, body } }) => channels.create(context, params.accountId, body)),
      one: viberChannels.one.handler(({ context, input: { params } }) => channels.one(context, params)),
      change: viberChannels.change.handler(({ context, input: { params, body } }) => channels.change(context, params, replaced(body))),
      newHookAddress: viberChannels.newHookAddress.handler(({ context, input: { params } }) => channels.newHookAddress(context, params)),
      remove: viberChannels.remove.handler(({ context, input: { params } }) => channels.remove(context, params)),
    },
    viberSupports: {
      list: viberSupports.list.handler(({ context, input: { params, query } }) => supports.list(context, params.accountId, query)),
      create: viberSupports.create.handler(({ context, input: { params, body } }) => supports.create(context, params.accountId, body)),
      one: viberSupports.one.handler(({ context, input: { params } }) => supports.one(context, params)),
      change: viberSupports.change.handler(({ context, input: { params, body } }) => supports.change(context, params, replaced(body))),
      newHookAddress: viberSupports.newHookAddress.handler(({ context, input: { params } }) => supports.newHookAddress(context, params)),
      remove: viberSupports.remove.handler(({ context, input: { params } }) => supports.remove(context, params)),
    },
  };
}
