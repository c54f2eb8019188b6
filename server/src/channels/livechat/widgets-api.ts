import { replaced } from '@parley/contract';
import { calls, requireAccount } from '../../accounts/index.ts';
import { doerOf, openToRead } from '../../audit/index.ts';
import type { Database } from '../../platform/database.ts';
import { changeWidget, createWidget, listWidgets, newIdentitySecret } from './widgets-store.ts';

/** The widgets of an account, for its admins and for super admins. @param keys under which identity secrets rest */
export function widgetsApi(db: Database, keys: Buffer) {
  return {
    list: calls.widgets.list.handler(async ({ context, input: { params } }) => {
      await openToRead(db, context, params.accountId, { type: 'WIDGET', id: null, name: '' });
      return { content: await listWidgets(db.reader(params.accountId)) };
    }),
    create: calls.widgets.create.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return createWidget(db, doerOf(context), params.accountId, body);
    }),
    change: calls.widgets.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeWidget(db, doerOf(context), params, replaced(body));
    }),
    newIdentitySecret: calls.widgets.newIdentitySecret.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return newIdentitySecret(db, keys, doerOf(context), params);
    }),
  };
}
