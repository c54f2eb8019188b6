import type { Locale } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import * as z from 'zod/mini';
import type { Http } from '../../platform/http.ts';
import type { Arrivals } from '../arrivals.ts';
import { type Demo, type DemoPerson, mayUseDemo } from '../demo.ts';
import type { FirstSuperUser } from '../first-super-user.ts';
import type { Proof } from '../proof.ts';
import { SIGN_IN_PATH } from '../provider.ts';
import type { SecondStep } from '../second-step.ts';
import type { PasswordCheck } from '../sign-in.ts';
import { type PageProblem, waitProblem } from './fields.ts';
import { pageLanguage } from './language.ts';
import { FORGOTTEN_PATH } from './link-routes.ts';
import { chosenHere, rememberLanguage, sendPage } from './page-tools.ts';
import { expiredPage } from './plain-pages.ts';
import { secondStepPage } from './second-step-page.ts';
import { SETUP_PATH } from './setup-routes.ts';
import { type SignInPageParts, signInPage } from './sign-in-page.ts';

const PasswordForm = z.object({ email: z.string(), password: z.string(), remember: z.optional(z.string()) });
const SecondForm = z.object({ step: z.string(), code: z.optional(z.string()), passkey: z.optional(z.string()) });
const DemoForm = z.object({ user: z.uuid() });
const Uid = z.object({ uid: z.string().check(z.regex(/^[\w-]{10,64}$/)) });

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export interface SignInRoutesOptions {
  provider: Provider;
  passwords: PasswordCheck;
  second: SecondStep;
  arrivals: Arrivals;
  setup: Pick<FirstSuperUser, 'isFirstOfAll'>;
  /** Whether somebody who is signed in may still be: neither they nor their account were made inactive. */
  mayComeIn: (userId: string) => Promise<boolean>;
  /** Whether a link can be sent to who has forgotten the password. */
  canSendLinks: boolean;
  /** Null when this installation has no demo. */
  demo: Demo | null;
  /** Origins to which the form may lead back. */
  webOrigins: readonly string[];
}

/** The sign-in page and what its form is sent to. */
export function signInRoutes(pages: Http, options: SignInRoutesOptions): void {
  const { provider, passwords, second, arrivals, demo, webOrigins } = options;

  /** The sign-in that this browser was sent here for; null when it is over or belongs to another browser. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply): Promise<Interaction | null> {
    const { success, data } = Uid.safeParse(request.params);
    if (!success) return null;
    try {
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      return interaction.uid === data.uid && interaction.prompt.name === 'login' ? interaction : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  }

  const languageOf = (request: FastifyRequest, interaction: Interaction | null): Locale => {
    const asked = interaction?.params.ui_locales;
    return pageLanguage(request.raw, typeof asked === 'string' ? asked : undefined);
  };

  const peopleFor = async (request: FastifyRequest): Promise<readonly DemoPerson[] | null> =>
    demo === null || !mayUseDemo(request) ? null : stillHere(await demo.people());

  async function stillHere(people: readonly DemoPerson[]): Promise<DemoPerson[]> {
    const may = await Promise.all(people.map(({ userId }) => options.mayComeIn(userId)));
    return people.filter((_, at) => may[at]);
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    kept: Pick<SignInPageParts, 'email' | 'remember' | 'problem' | 'missing'>,
    status = 200,
  ) {
    const people = await peopleFor(request);
    const page = signInPage({
      ...kept,
      language: languageOf(request, interaction),
      action: `${SIGN_IN_PATH}/${interaction.uid}`,
      query: chosenHere(request),
      forgottenAddress: options.canSendLinks ? `${FORGOTTEN_PATH}?lang=${languageOf(request, interaction)}` : null,
      demo: people === null || demo === null ? null : { people, sandboxUrl: demo.sandboxUrl },
      formTargets: webOrigins,
    });
    return sendPage(reply, page, status);
  }

  const over = (request: FastifyRequest, reply: FastifyReply) => {
    const { success, data } = Uid.safeParse(request.params);
    return sendPage(reply, expiredPage(languageOf(request, null), success ? `${SIGN_IN_PATH}/${data.uid}` : '/'), 410);
  };

  const isSignedIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const { accountId } = await provider.Session.get(provider.createContext(request.raw, reply.raw));
    return accountId !== undefined && (await options.mayComeIn(accountId));
  };

  async function finish(request: FastifyRequest, reply: FastifyReply, userId: string, remember: boolean, amr: readonly string[] = []) {
    const to = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: userId, remember, amr: [...amr] } });
    return reply.redirect(to, 303);
  }

  /** The password was right: the second step where there is one, else signed in. */
  async function firstStepDone(
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    { proof, remember, ...said }: { proof: Proof; remember: boolean; isMissing?: boolean; problem?: PageProblem },
    status = 200,
  ) {
    const step = await second.open(interaction.uid, proof, remember);
    if (step === null) return finish(request, reply, proof.userId, remember, ['pwd']);
    const place = {
      language: languageOf(request, interaction),
      action: `${SIGN_IN_PATH}/${interaction.uid}/second`,
      query: chosenHere(request),
    };
    const { isMissing = false, problem = null } = said;
    return sendPage(reply, secondStepPage({ ...place, step, isMissing, problem, formTargets: webOrigins }), status);
  }

  pages.get(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    // Whoever goes back after signing in goes to the application, not to a sign-in that is over.
    if (interaction === null && (await isSignedIn(request, reply))) return reply.redirect('/', 303);
    rememberLanguage(request, reply);
    if (interaction === null) return over(request, reply);
    const arrived = await arrivals.take(request, reply);
    if (arrived !== null) return firstStepDone(request, reply, interaction, { proof: arrived, remember: false });
    // Where nobody could sign in yet, the first super admin is made first.
    if (await options.setup.isFirstOfAll()) return reply.redirect(SETUP_PATH, 303);
    return show(request, reply, interaction, { email: '', remember: false, missing: [], problem: null });
  });

  pages.post(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    if (interaction === null) return over(request, reply);
    const form = PasswordForm.safeParse(request.body);
    const { email, password, remember } = form.success ? form.data : { email: '', password: '', remember: undefined };
    const kept = { email, remember: remember === 'yes' };
    const missing = [...(email.trim() === '' ? (['email'] as const) : []), ...(password === '' ? (['password'] as const) : [])];
    if (missing.length > 0) return show(request, reply, interaction, { ...kept, missing, problem: null }, 400);
    const verdict = await passwords.signIn({ email, password, address: request.ip });
    if (verdict.kind === 'right') return firstStepDone(request, reply, interaction, { proof: verdict.proof, remember: kept.remember });
    if (verdict.kind === 'wrong') return show(request, reply, interaction, { ...kept, missing, problem: { key: 'SIGN_IN_WRONG' } }, 401);
    reply.header('retry-after', String(verdict.seconds));
    return show(request, reply, interaction, { ...kept, missing, problem: waitProblem(verdict.seconds) }, 429);
  });

  pages.post(`${SIGN_IN_PATH}/:uid/second`, async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    const form = SecondForm.safeParse(request.body);
    if (interaction === null || !form.success) return over(request, reply);
    const { step: sealed, code = '', passkey = '' } = form.data;
    const verdict = await second.judge({ uid: interaction.uid, sealed, code, passkey, address: request.ip });
    switch (verdict.kind) {
      case 'over':
        return show(request, reply, interaction, { email: '', remember: false, missing: [], problem: null }, 410);
      case 'right':
        return finish(
          request,
          reply,
          verdict.proof.userId,
          verdict.remember,
          verdict.how === 'recovery' ? ['pwd'] : ['pwd', verdict.how, 'mfa'],
        );
      case 'missing':
        return firstStepDone(request, reply, interaction, { ...verdict, isMissing: true }, 400);
      case 'wrong': {
        const problem = { key: verdict.by === 'code' ? 'SECOND_FACTOR_CODE_WRONG' : 'PASSKEY_REFUSED' } as const;
        return firstStepDone(request, reply, interaction, { ...verdict, problem }, 401);
      }
      case 'wait':
        reply.header('retry-after', String(verdict.seconds));
        return firstStepDone(request, reply, interaction, { ...verdict, problem: waitProblem(verdict.seconds) }, 429);
    }
  });

  pages.post(`${SIGN_IN_PATH}/:uid/demo`, async (request, reply) => {
    const interaction = await interactionOf(request, reply);
    if (interaction === null) return over(request, reply);
    const people = await peopleFor(request);
    const form = DemoForm.safeParse(request.body);
    const chosen = form.success ? people?.find((person) => person.userId === form.data.user) : undefined;
    if (chosen === undefined) return over(request, reply);
    return finish(request, reply, chosen.userId, false);
  });
}
