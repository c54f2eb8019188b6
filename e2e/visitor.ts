import { VISITOR_SECRET_HEADER, VisitorHistory, VisitorSession } from '@parley/contract';
import { SHOP_WIDGET } from './demo-database.ts';

/** A customer of the demo shop without a browser: the widget's calls alone. */
export interface Visitor {
  readonly secret: string;
  /** Resolves once the message is stored. */
  say(text: string): Promise<void>;
  /** Everything that was said, oldest first. */
  history(): Promise<string[]>;
}

let sent = 0;

export async function newVisitor(origin: string, widgetId = SHOP_WIDGET): Promise<Visitor> {
  const { secret } = VisitorSession.parse(await call(origin, 'POST', 'sessions', null, { widgetId }));
  return visitorWith(origin, secret);
}

/** Somebody who comes back with the secret that their browser kept. */
export function visitorWith(origin: string, secret: string): Visitor {
  return {
    secret,
    async say(text) {
      await call(origin, 'POST', 'messages', secret, { clientMessageId: `e2e-${process.pid}-${Date.now()}-${++sent}`, text });
    },
    async history() {
      const texts: string[] = [];
      for (let before: number | undefined; ; ) {
        const query = before === undefined ? '' : `?before=${before}`;
        const { content, last } = VisitorHistory.parse(await call(origin, 'GET', `history${query}`, secret));
        texts.unshift(...content.map(({ text }) => text ?? ''));
        if (last) return texts;
        before = content[0]?.channelSeq;
      }
    },
  };
}

async function call(origin: string, method: string, path: string, secret: string | null, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${origin}/api/visitor/${path}`, {
    method,
    headers: {
      ...(secret === null ? {} : { [VISITOR_SECRET_HEADER]: secret }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
