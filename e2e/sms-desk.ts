import type { Browser } from '@playwright/test';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';

/** Dora, who holds the conversation of a customer that goes by SMS, on a product of the test's own. */
export interface SmsDesk {
  readonly product: ChannelProduct;
  readonly maria: ChannelCustomer;
  readonly dora: AgentScreen;
  close(): Promise<void>;
}

export async function startSmsDesk(browser: Browser): Promise<SmsDesk> {
  const product = await startChannelProduct({ types: ['SMS'] });
  const maria = await product.customer('Maria', ['SMS']);
  await maria.say('Is it in stock?');
  const dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
  await dora.row('Is it in stock?').click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  return {
    product,
    maria,
    dora,
    async close() {
      await dora.page.context().close();
      await product.close();
    },
  };
}
