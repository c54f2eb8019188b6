import { replaced } from '@parley/contract';
import { calls } from '../../accounts/index.ts';
import { doerOf } from '../../audit/index.ts';
import { changeCarrier, createCarrier, removeCarrier } from './carriers.ts';
import { choiceOf, listCarriers, listServices, readCarrier, readService, serviceChoices } from './carriers-store.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import { changeService, createService, removeService } from './services.ts';

/** The installation's carriers and what was bought of them, for super admins: the permission table lets nobody else in. */
export function carriersApi(deps: ChannelSettingsDeps) {
  const { carriers, carrierServices } = calls;
  const read = () => deps.db.outsideReader();
  return {
    carriers: {
      list: carriers.list.handler(({ input: { query } }) => listCarriers(read(), query)),
      create: carriers.create.handler(({ context, input: { body } }) => createCarrier(deps, doerOf(context), body)),
      one: carriers.one.handler(({ input: { params } }) => readCarrier(read(), params.carrierId)),
      change: carriers.change.handler(({ context, input: { params, body } }) =>
        changeCarrier(deps, doerOf(context), params.carrierId, replaced(body)),
      ),
      remove: carriers.remove.handler(async ({ context, input: { params } }) => {
        await removeCarrier(deps, doerOf(context), params.carrierId);
        return {};
      }),
    },
    carrierServices: {
      list: carrierServices.list.handler(({ input: { params, query } }) => listServices(read(), params.carrierId, query)),
      choices: carrierServices.choices.handler(async ({ input: { query } }) => {
        const rows = await serviceChoices(read()).where('s.channel_type', '=', query.channelType).execute();
        return { content: rows.map(choiceOf) };
      }),
      create: carrierServices.create.handler(({ context, input: { params, body } }) =>
        createService(deps, doerOf(context), params.carrierId, body),
      ),
      one: carrierServices.one.handler(({ input: { params } }) => readService(read(), params)),
      change: carrierServices.change.handler(({ context, input: { params, body } }) =>
        changeService(deps, doerOf(context), params, replaced(body)),
      ),
      remove: carrierServices.remove.handler(async ({ context, input: { params } }) => {
        await removeService(deps, doerOf(context), params);
        return {};
      }),
    },
  };
}
