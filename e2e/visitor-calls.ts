import { productUrl } from './people.ts';

/** The widget of the demo shop, whose id is fixed. */
const SHOP_WIDGET = '0193a1de-0000-7000-8000-0000000000c1';

const post = (path: string, body: unknown, secret?: string) => call('POST', path, body, secret);

async function call(method: 'POST' | 'PUT', path: string, body: unknown, secret?: string): Promise<unknown> {
  const response = await fetch(`${productUrl()}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(secret === undefined ? {} : { 'x-visitor-secret': secret }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** A visitor without a screen: for many messages at once. */
export class CallingVisitor {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  static async start(): Promise<CallingVisitor> {
    const answer = (await post('/visitor/sessions', { widgetId: SHOP_WIDGET })) as { secret: string };
    return new CallingVisitor(answer.secret);
  }

  /** Says who they are. */
  async bear(name: string): Promise<void> {
    await call('PUT', '/visitor/details', { name }, this.#secret);
  }

  async say(text: string): Promise<void> {
    await post('/visitor/messages', { clientMessageId: crypto.randomUUID(), text }, this.#secret);
  }

  /** `words` followed by a number, from `first` to `last`. */
  async sayMany(words: string, first: number, last: number): Promise<void> {
    for (let i = first; i <= last; i += 1) await this.say(`${words} ${i}`);
  }
}
