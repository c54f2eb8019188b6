/**
 * Given to a test that walks through a whole matter, or sees every screen in every look. Such tests take so long together that they
 * run with the long ones (`sweeps.config.ts`), not with the other browser tests.
 */
export const SWEEP = { tag: '@sweep' } as const;
