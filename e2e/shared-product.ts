import { WORKER } from './ports.ts';

/** The product with the demo that the tests of one worker share. */
export interface SharedProduct {
  readonly url: string;
  readonly shopUrl: string;
  readonly dataFolder: string;
}

/** Tells the workers, which are other processes, what was started for them. */
export function tellWorkers(products: readonly SharedProduct[]): void {
  process.env.PARLEY_E2E_PRODUCTS = JSON.stringify(products);
}

/** @throws Error outside of a run that has started products */
export function sharedProduct(): SharedProduct {
  const products: SharedProduct[] = JSON.parse(process.env.PARLEY_E2E_PRODUCTS ?? '[]');
  const product = products[WORKER];
  if (product === undefined) throw new Error(`No product was started for worker ${WORKER}.`);
  return product;
}
