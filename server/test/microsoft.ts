import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Microsoft's token endpoint, of the test's own: each refresh token is good once. */
export interface TokenEndpoint {
  origin: string;
  /** What was asked, as forms. */
  asked: Record<string, string>[];
  /** The refresh token that is good now. */
  refreshToken: string;
  /** Seconds for which what is given from now on holds. */
  holds: number;
  /** Answers with this from now on, whatever is asked; null: as it should. */
  refuses: { status: number; body: string } | null;
  close(): Promise<void>;
}

export async function tokenEndpoint(): Promise<TokenEndpoint> {
  let given = 0;
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
    endpoint.asked.push({ ...form, path: request.url ?? '' });
    const answer = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (endpoint.refuses !== null) return answer(endpoint.refuses.status, endpoint.refuses.body);
    const refused = (error: string, code: string) => answer(400, JSON.stringify({ error, error_description: `AADSTS${code}: no.` }));
    if (form.client_secret !== 'the-secret') return refused('invalid_client', '7000215');
    given += 1;
    const token = { token_type: 'Bearer', expires_in: endpoint.holds, access_token: `token-${given}` };
    if (form.grant_type === 'client_credentials') return answer(200, JSON.stringify(token));
    if (form.refresh_token !== endpoint.refreshToken) return refused('invalid_grant', '70008');
    endpoint.refreshToken = `refresh-${given}`;
    answer(200, JSON.stringify({ ...token, refresh_token: endpoint.refreshToken }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: TokenEndpoint = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    refreshToken: 'refresh-0',
    holds: 3599,
    refuses: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
