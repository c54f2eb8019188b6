import { Feature, type Permission, permissions } from '@parley/contract';

const rules = permissions as Record<string, Record<string, { roles: readonly string[]; features?: readonly Feature[] }>>;
const ofTable = Object.values(rules).flatMap((actions) => Object.values(actions).flatMap(({ features = [] }) => features));

/** A feature on which nothing of the table hangs: the accounts of these tests have every other one. */
export const FEATURE_OFF = Feature.options.find((feature) => !ofTable.includes(feature)) as Feature;
export const FEATURE_ON = Feature.options.find((feature) => feature !== FEATURE_OFF) as Feature;
export const everyOtherFeature = Object.fromEntries(Feature.options.map((feature) => [feature, feature !== FEATURE_OFF]));

/**
 * Does something while an action of the table hangs on these features, whatever it hung on: so that what is asked of each
 * route and frame does not depend on which of them hang on a feature today.
 */
export async function hangingOn(permission: Permission, features: readonly Feature[], work: () => Promise<void>): Promise<void> {
  const [area, action] = permission;
  const actions = rules[area] as (typeof rules)[string];
  const rule = actions[action] as (typeof actions)[string];
  actions[action] = { ...rule, features };
  try {
    await work();
  } finally {
    actions[action] = rule;
  }
}

/** Does something while no role of the table may do this. */
export async function forbidden(permission: Permission, work: () => Promise<void>): Promise<void> {
  const [area, action] = permission;
  const actions = rules[area] as (typeof rules)[string];
  const rule = actions[action] as (typeof actions)[string];
  actions[action] = { ...rule, roles: [] };
  try {
    await work();
  } finally {
    actions[action] = rule;
  }
}
