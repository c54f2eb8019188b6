import { Role } from '@parley/contract';
import { exampleAnswers } from '@parley/contract/fixtures/answers';
import { exampleUser } from '@parley/contract/fixtures/people';
import { keepConfiguration } from '../api/configured.ts';
import { keepSignIn, signInOf } from '../session/stored-sign-in.ts';

const AS = 'mock-role';
const A_WEEK_SECONDS = 7 * 24 * 3600;

/** As whom the page is opened: by `?as=agent`, which holds until another is asked for; an admin without. */
export function askedRole(): Role {
  const asked = new URLSearchParams(location.search).get('as');
  if (asked !== null) sessionStorage.setItem(AS, asked);
  const role = Role.safeParse(sessionStorage.getItem(AS));
  return role.success ? role.data : 'admin';
}

/** Signs the invented person in, where the application looks for a sign-in first. */
export function signInMocked(role: Role): void {
  keepConfiguration(exampleAnswers(Date.now()).configuration.read);
  const { id: sub } = exampleUser(Date.now(), role);
  const stored = {
    access_token: 'invented',
    token_type: 'Bearer',
    expires_at: Math.floor(Date.now() / 1000) + A_WEEK_SECONDS,
    profile: { sub },
  };
  const signIn = signInOf(JSON.stringify(stored));
  if (signIn === null) throw new Error('The invented sign-in cannot be read');
  keepSignIn(signIn);
}
