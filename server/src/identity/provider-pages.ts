import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { html } from '../platform/html.ts';
import type { Page } from './page/document.ts';
import { pageLanguage } from './page/language.ts';
import { errorPage, leavingPage, signedOutPage, signingOutPage } from './page/plain-pages.ts';

/** Routes of the provider at which a browser stands. */
const SHOWN_TO_PEOPLE: ReadonlySet<string> = new Set([
  'authorization',
  'resume',
  'end_session',
  'end_session_confirm',
  'end_session_success',
]);
export const isShownToPeople = (route: string | undefined): boolean => SHOWN_TO_PEOPLE.has(route ?? '');

/** What the library's own page bears that sends a form on by script. */
const SENDS_A_FORM = '<title>Submitting Callback</title>';

export function showPage(ctx: Pick<KoaContextWithOIDC, 'set' | 'type' | 'body'>, { body, policy }: Page): void {
  ctx.set('content-security-policy', policy);
  ctx.type = 'html';
  ctx.body = body;
}

/**
 * What somebody is shown who comes to sign out: sent on at once where our application sent them, with the token of who is signed in here; asked
 * otherwise, since a link on any page leads here.
 */
export function showSigningOut(ctx: KoaContextWithOIDC, form: string): void {
  const { session, entities } = ctx.oidc;
  const hinted = (entities.IdTokenHint as { payload?: { sub?: unknown } } | undefined)?.payload?.sub;
  const isMeant = hinted !== undefined && hinted === session?.accountId;
  const language = pageLanguage(ctx.req);
  showPage(ctx, isMeant ? signingOutPage(language, form) : leavingPage(language, form));
}

/** No page of the library's own reaches anybody, and whoever stands at a page is told of faults by one. */
export function showOwnPages(provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    if (!isShownToPeople(context.oidc?.route)) return;
    const ctx = context as unknown as KoaContextWithOIDC;
    const { body, status } = ctx;
    const language = pageLanguage(ctx.req);
    if (typeof body === 'string' && body.includes(SENDS_A_FORM)) {
      showInstead(ctx, body);
    } else if (status >= 400 && typeof body === 'object' && body !== null && 'error' in body) {
      showPage(ctx, errorPage(language, String(body.error)));
      ctx.status = status;
    }
  });
}

function showInstead(ctx: KoaContextWithOIDC, libraryPage: string): void {
  const language = pageLanguage(ctx.req);
  const { state } = (ctx.oidc.session ?? {}) as { state?: { secret?: string; postLogoutRedirectUri?: string; state?: string } };
  const confirms = ctx.oidc.urlFor('end_session_confirm');
  if (ctx.oidc.route === 'end_session') {
    // Nobody is signed in: there is nothing to ask.
    if (state?.postLogoutRedirectUri === undefined) {
      showPage(ctx, signedOutPage(language));
      ctx.status = 200;
    } else {
      const back = new URL(state.postLogoutRedirectUri);
      if (state.state !== undefined) back.searchParams.set('state', state.state);
      ctx.redirect(back.href);
      ctx.status = 303;
    }
  } else if (libraryPage.includes(`action="${confirms}"`) && state?.secret !== undefined) {
    // Somebody else signs in in this browser: whoever sat here before is signed out first.
    const form = html`<form id="op.logoutForm" method="post" action="${confirms}"><input type="hidden" name="xsrf" value="${state.secret}"></form>`;
    showPage(ctx, signingOutPage(language, form.html));
    ctx.status = 200;
  } else {
    // Answers to an application by a form: ours takes none.
    showPage(ctx, errorPage(language, 'unsupported_response_mode'));
    ctx.status = 400;
  }
}
