import { FileUrlsAnswer, UploadedFile, VISITOR_SECRET_HEADER, VisitorHistory, VisitorSession } from '@parley/contract';
import { SHOP_WIDGET } from './demo-database.ts';

/** A customer of the demo shop without a browser: the widget's calls alone. */
export interface Visitor {
  readonly secret: string;
  /** Resolves once the message is stored. */
  say(text: string): Promise<void>;
  /** Uploads a file and sends it without words. @returns its id */
  sendFile(name: string, bytes: Uint8Array): Promise<string>;
  /** The file, and its small picture when it has one. */
  fetchFile(fileId: string): Promise<Uint8Array[]>;
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
    async sendFile(name, bytes) {
      const path = `files?name=${encodeURIComponent(name)}`;
      const { fileId } = UploadedFile.parse(
        await read(origin, path, { method: 'POST', headers: { [VISITOR_SECRET_HEADER]: secret }, body: new Uint8Array(bytes) }),
      );
      const clientMessageId = `e2e-${process.pid}-${Date.now()}-${++sent}`;
      await call(origin, 'POST', 'messages/file', secret, { clientMessageId, fileId, text: null });
      return fileId;
    },
    async fetchFile(fileId) {
      const { content } = FileUrlsAnswer.parse(await call(origin, 'POST', 'files/urls', secret, { fileIds: [fileId] }));
      const addresses = content.flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl ?? []].flat());
      return Promise.all(addresses.map(async (address) => new Uint8Array(await (await fetch(`${origin}${address}`)).arrayBuffer())));
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

function call(origin: string, method: string, path: string, secret: string | null, body?: unknown): Promise<unknown> {
  return read(origin, path, {
    method,
    headers: {
      ...(secret === null ? {} : { [VISITOR_SECRET_HEADER]: secret }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function read(origin: string, path: string, request: RequestInit): Promise<unknown> {
  const answer = await fetch(`${origin}/api/visitor/${path}`, request);
  if (answer.status !== 200) throw new Error(`${request.method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
