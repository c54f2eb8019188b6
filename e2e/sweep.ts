/**
 * Given to a test that walks through a whole matter, sees every screen in every look, or has to wait for what takes its time (a line that is
 * lost, a token that ends). Such tests take so long together that they run with the long ones (`sweeps.config.ts`), not with the other browser tests.
 */
export const SWEEP = { tag: '@sweep' } as const;
