import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { makeRoomInHands } from './demo-database.ts';
import { sharedPort } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { tellWorkers } from './shared-product.ts';

/** One product with the demo for each worker, for the whole run (`shared-product.ts`). */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const products: Product[] = [];
  const stop = async () => {
    for (const product of products) {
      const code = await product.stop();
      rmSync(dirname(product.dataFolder), { recursive: true, force: true });
      if (code !== 0) throw new Error(`The product did not stop in order (code ${code}):\n${product.output()}`);
    }
  };
  try {
    for (let worker = 0; worker < workers; worker++) products.push(await startProduct({ port: sharedPort(worker) }));
  } catch (error) {
    await stop();
    throw error;
  }
  for (const { dataFolder } of products) await makeRoomInHands(dataFolder);
  tellWorkers(products.map(({ url, sandboxUrl = '', dataFolder }) => ({ url, shopUrl: sandboxUrl, dataFolder })));
  return stop;
}
