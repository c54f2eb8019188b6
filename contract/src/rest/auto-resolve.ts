import * as z from 'zod/mini';
import { AutoResolveRules, autoResolveRules } from '../entities/auto-resolve.ts';
import { Id } from '../entities/primitives.ts';
import { replacements, route } from './access.ts';

const administer = ['autoResolve', 'administer'] as const;
const inAccount = z.object({ accountId: Id });

/** When conversations are resolved by themselves in an account, for its admins, and for super admins who name it. */
export const autoResolve = {
  read: route(administer, 'GET', '/accounts/{accountId}/auto-resolve', 'When conversations are resolved by themselves')
    .input(z.object({ params: inAccount }))
    .output(AutoResolveRules),
  change: route(administer, 'PATCH', '/accounts/{accountId}/auto-resolve', 'Change when conversations are resolved by themselves')
    .input(z.object({ params: inAccount, body: replacements(autoResolveRules) }))
    .output(AutoResolveRules),
};
