import * as z from 'zod/mini';
import { Id } from '../entities/primitives.ts';
import { IdentitySecret, WidgetSettings, widgetFields } from '../entities/widget.ts';
import { replacements, route } from './access.ts';

const administer = ['widgets', 'administer'] as const;
const inAccount = z.object({ accountId: Id });
const ofWidget = z.object({ accountId: Id, widgetId: Id });

/** Live-chat widgets of an account, for its admins, and for super admins who name it (administration, section 3). */
export const widgets = {
  list: route(administer, 'GET', '/accounts/{accountId}/widgets', 'Live-chat widgets of an account')
    .input(z.object({ params: inAccount }))
    .output(z.object({ content: z.array(WidgetSettings) })),
  /** Throws WIDGET_NOT_FOUND. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/widgets/{widgetId}', 'Change a live-chat widget')
    .input(z.object({ params: ofWidget, body: replacements(widgetFields) }))
    .output(WidgetSettings),
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
