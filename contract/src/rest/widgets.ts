import * as z from 'zod/mini';
import { ClientCreationId, Id } from '../entities/primitives.ts';
import { IdentitySecret, WidgetDetails, widgetFields } from '../entities/widget.ts';
import { replacements, route } from './access.ts';

const administer = ['widgets', 'administer'] as const;
const inAccount = z.object({ accountId: Id });
const ofWidget = z.object({ accountId: Id, widgetId: Id });

const { name, ...further } = widgetFields;

/** What is not said of a new one: language of the account, colours of the product, a session of a day, no site yet. */
export const NewWidget = z.object({ name, clientWidgetId: z.optional(ClientCreationId), ...z.partial(z.object(further)).shape });
export type NewWidget = z.infer<typeof NewWidget>;

/** The live chats of an account's websites, for its admins, and for super admins who name it (administration, sections 2 and 3). */
export const widgets = {
  list: route(administer, 'GET', '/accounts/{accountId}/widgets', 'Widgets of an account, by name')
    .input(z.object({ params: inAccount }))
    .output(z.object({ content: z.array(WidgetDetails) })),
  create: route(administer, 'POST', '/accounts/{accountId}/widgets', 'Make a widget')
    .input(z.object({ params: inAccount, body: NewWidget }))
    .output(WidgetDetails),
  /** Pages that are open take it up when they are loaded again. Throws WIDGET_NOT_FOUND. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/widgets/{widgetId}', 'Change a widget')
    .input(z.object({ params: ofWidget, body: replacements(widgetFields) }))
    .output(WidgetDetails),
  /** What the one before it has signed holds no longer. Throws WIDGET_NOT_FOUND. */
  newIdentitySecret: route(
    administer,
    'POST',
    '/accounts/{accountId}/widgets/{widgetId}/identity-secret',
    'Make a new secret to sign visitors with; told only here',
  )
    .input(z.object({ params: ofWidget }))
    .output(IdentitySecret),
};
