import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startChannelPostgres } from './channel-postgres.ts';
import { makeRoomInHands } from './demo-database.ts';
import { sharedPort } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { tellWorkers } from './shared-product.ts';

/**
 * One product with the demo for each worker, for the whole run (`shared-product.ts`), and the PostgreSQL of those that tests start with
 * channels of their own.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const products: Product[] = [];
  let stopPostgres = async (): Promise<void> => {};
  const stop = async () => {
    await stopPostgres();
    for (const product of products.filter((one) => one !== undefined)) {
      const code = await product.stop();
      rmSync(dirname(product.dataFolder), { recursive: true, force: true });
      if (code !== 0) throw new Error(`The product did not stop in order (code ${code}):\n${product.output()}`);
    }
  };
  try {
    const begin = async (worker: number) => {
      products[worker] = await startProduct({ port: sharedPort(worker) });
    };
    // The first brings the builds up to date where they are not.
    await begin(0);
    const others = Array.from({ length: workers - 1 }, (_, at) => begin(at + 1));
    const postgres = startChannelPostgres().then((stopIt) => {
      stopPostgres = stopIt;
    });
    // All of them, so that what did start is stopped again where another did not.
    for (const begun of await Promise.allSettled([...others, postgres])) if (begun.status === 'rejected') throw begun.reason;
  } catch (error) {
    await stop();
    throw error;
  }
  for (const { dataFolder } of products) await makeRoomInHands(dataFolder);
  tellWorkers(products.map(({ url, sandboxUrl = '', dataFolder }) => ({ url, shopUrl: sandboxUrl, dataFolder })));
  return stop;
}
