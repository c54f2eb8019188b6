import { EmailAddress, formText, PASSWORD_LEAST, PASSWORD_MOST, passwordFault, requiredText, TimeZone } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Http } from '../../platform/http.ts';
import type { Arrivals } from '../arrivals.ts';
import type { Attempts } from '../attempts.ts';
import type { FirstSuperUser } from '../first-super-user.ts';
import { hashPassword } from '../passwords.ts';
import { waitProblem } from './fields.ts';
import { pageLanguage } from './language.ts';
import { chosenHere, rememberLanguage, sendPage } from './page-tools.ts';
import { type SetupPageParts, setupPage } from './setup-page.ts';

export const SETUP_PATH = '/auth/setup';

const Typed = z._default(z.string().check(z.maxLength(1024)), '');
const NO_PLACE = 'UTC';
const Form = z.object({
  code: Typed,
  firstName: Typed,
  lastName: Typed,
  email: Typed,
  timezone: z._default(z.string().check(z.maxLength(64)), NO_PLACE),
  password: Typed,
});
type Form = z.infer<typeof Form>;

export interface SetupRoutesOptions {
  setup: FirstSuperUser;
  attempts: Attempts;
  arrivals: Arrivals;
}

const isFit = (kind: z.ZodMiniType, value: string) => kind.safeParse(value).success;

function faultsOf(form: Form): SetupPageParts['faults'] {
  const faults: { -readonly [Field in keyof SetupPageParts['faults']]: SetupPageParts['faults'][Field] } = {};
  if (form.code.trim() === '') faults.code = { key: 'SIGN_IN_SETUP_CODE_MISSING' };
  if (!isFit(requiredText(100), form.firstName)) faults.firstName = { key: 'SIGN_IN_SETUP_FIRST_NAME_MISSING' };
  if (!isFit(formText(100), form.lastName)) faults.lastName = { key: 'SIGN_IN_SETUP_LAST_NAME_MISSING' };
  if (!isFit(EmailAddress, form.email.trim())) faults.email = { key: 'SIGN_IN_EMAIL_MISSING' };
  if (!isFit(TimeZone, form.timezone)) faults.timezone = { key: 'SIGN_IN_SETUP_TIME_ZONE_MISSING' };
  const fault = passwordFault(form.password, form.email);
  if (form.password === '') faults.password = { key: 'SIGN_IN_PASSWORD_MISSING' };
  else if (fault !== null) faults.password = { key: fault, params: { least: PASSWORD_LEAST, most: PASSWORD_MOST } };
  return faults;
}

/** The page of the first super admin; it leads to the front door as soon as there is one. */
export function setupRoutes(pages: Http, { setup, attempts, arrivals }: SetupRoutesOptions): void {
  type Shown = Pick<SetupPageParts, 'faults' | 'problem'> & { form: Omit<Form, 'password'> };
  const language = (request: FastifyRequest) => pageLanguage(request.raw);
  const show = (request: FastifyRequest, reply: FastifyReply, { form, faults, problem }: Shown, status: number) => {
    const { code, firstName, lastName, email, timezone } = form;
    const place = { language: language(request), action: SETUP_PATH, query: chosenHere(request) };
    return sendPage(reply, setupPage({ ...place, typed: { code, firstName, lastName, email, timezone }, faults, problem }), status);
  };

  pages.get('/setup', (_request, reply) => reply.redirect(SETUP_PATH, 303));

  pages.get(SETUP_PATH, async (request, reply) => {
    if (!(await setup.isOpen())) return reply.redirect('/', 303);
    rememberLanguage(request, reply);
    const form = { code: '', firstName: '', lastName: '', email: '', timezone: '' };
    return show(request, reply, { form, faults: {}, problem: null }, 200);
  });

  pages.post(SETUP_PATH, async (request, reply) => {
    if (!(await setup.isOpen())) return reply.redirect('/', 303);
    const parsed = Form.safeParse(request.body ?? {});
    const form = parsed.success ? parsed.data : { code: '', firstName: '', lastName: '', email: '', timezone: NO_PLACE, password: '' };
    const faults = faultsOf(form);
    if (Object.keys(faults).length > 0) return show(request, reply, { form, faults, problem: null }, 400);
    // Counted by the network alone: nobody far away shall be able to lock the owner out.
    const { seconds } = await attempts.begin(`setup ${request.ip}`, request.ip);
    if (seconds > 0) {
      reply.header('retry-after', String(seconds));
      return show(request, reply, { form, faults, problem: waitProblem(seconds) }, 429);
    }
    const wrong = () => show(request, reply, { form, faults: { code: { key: 'SIGN_IN_SETUP_CODE_WRONG' } }, problem: null }, 401);
    if (!(await setup.isRight(form.code))) return wrong();
    const person = {
      firstName: requiredText(100).parse(form.firstName),
      lastName: formText(100).parse(form.lastName),
      email: form.email.trim(),
      passwordHash: await hashPassword(form.password),
      locale: language(request),
      timezone: form.timezone,
    };
    const made = await setup.make(form.code, person, { address: request.ip, requestId: request.id });
    if (made === 'over') return wrong();
    if (made === 'taken') return show(request, reply, { form, faults: { email: { key: 'USER_EMAIL_TAKEN' } }, problem: null }, 409);
    await attempts.succeeded(`setup ${request.ip}`, request.ip);
    arrivals.announce(reply, made.id, person.passwordHash);
    return reply.redirect('/', 303);
  });
}
