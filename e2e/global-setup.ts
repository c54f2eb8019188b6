import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { SHARED_PORT } from './ports.ts';
import { startProduct } from './product.ts';

/** One product with the demo for the whole run; tests find it at PARLEY_E2E_URL and PARLEY_E2E_SANDBOX_URL, its data at PARLEY_E2E_DATA. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct({ port: SHARED_PORT });
  process.env.PARLEY_E2E_URL = product.url;
  process.env.PARLEY_E2E_SANDBOX_URL = product.sandboxUrl;
  process.env.PARLEY_E2E_DATA = product.dataFolder;
  return async () => {
    const code = await product.stop();
    rmSync(dirname(product.dataFolder), { recursive: true, force: true });
    if (code !== 0) throw new Error(`The product did not stop in order (code ${code}):\n${product.output()}`);
  };
}
