import * as z from 'zod/mini';
import { clientNetwork } from '../../platform/client-network.ts';
import type { Database } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { problem } from '../../platform/problem.ts';
import { rateShares } from '../../platform/rate-shares.ts';
import type { OutsideSessions } from './outside-sessions.ts';
import { readLogoutToken } from './outside-token.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { OutsideSettings } from './settings.ts';

export const LOGOUT_PATH = '/auth/backchannel-logout';

const FORM_LIMIT = 16 * 1024;
const Form = z.object({ logout_token: z.string() });
/** The provider's own calls: one per sign-in that ends there. */
const CALLS = { perSecond: 50, burst: 500 };

/** Takes the provider's word that a sign-in has ended (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export function mountLogout(
  http: Http,
  { db, settings, keys, sessions }: { db: Database; settings: OutsideSettings; keys: ProviderKeys; sessions: OutsideSessions },
): void {
  const calls = rateShares.limit('calls of the provider', CALLS);
  http.register(async (realm) => {
    realm.removeAllContentTypeParsers();
    realm.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    realm.post(LOGOUT_PATH, async (request, reply) => {
      calls.take(clientNetwork(request.ip));
      const form = Form.safeParse(request.body ?? {});
      if (!form.success) throw problem('ERROR_BAD_REQUEST');
      const ended = await readLogoutToken(settings, keys, form.data.logout_token);
      sessions.announceEnd(await sessions.end(db.outsideReader(), ended));
      return reply.header('cache-control', 'no-store').code(200).send();
    });
  });
}
