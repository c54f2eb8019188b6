import { PASSWORD_LEAST } from '@parley/contract';
import { type Html, html } from '../../platform/html.ts';
import { documentPage, type Page } from './document.ts';
import { atField, type PageProblem, problemPart, secretInput } from './fields.ts';
import type { FormParts } from './link-pages.ts';
import { pageText, type SignInText } from './page-text.ts';

export type SetupField = 'code' | 'firstName' | 'lastName' | 'email';

export interface SetupPageParts extends FormParts {
  /** What was typed before, kept; the password is not. */
  typed: Readonly<Record<SetupField | 'timezone', string>>;
  /** What is wrong at a field. */
  faults: Readonly<Partial<Record<SetupField | 'timezone' | 'password', PageProblem>>>;
  /** What is wrong with the whole. */
  problem: PageProblem | null;
}

/** Field, label, what says that it is missing, and how browsers complete it. */
const FIELDS = [
  ['code', 'SIGN_IN_SETUP_CODE', 'SIGN_IN_SETUP_CODE_MISSING', 'one-time-code'],
  ['firstName', 'SIGN_IN_SETUP_FIRST_NAME', 'SIGN_IN_SETUP_FIRST_NAME_MISSING', 'given-name'],
  ['lastName', 'SIGN_IN_SETUP_LAST_NAME', 'SIGN_IN_SETUP_LAST_NAME_MISSING', 'family-name'],
  ['email', 'SIGN_IN_EMAIL', 'SIGN_IN_EMAIL_MISSING', 'username'],
] as const satisfies ReadonlyArray<readonly [SetupField, SignInText, SignInText, string]>;

/** UTC is no zone of a place, and is left out of those that are supported. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Until something was chosen the script presets the zone of the browser; without script it is UTC. */
function zoneChoice(typed: string, attributes: Html): Html {
  const zones = typed === '' || ZONES.includes(typed) ? ZONES : [typed, ...ZONES];
  const options = zones.map((zone) => html`<option${zone === typed ? html` selected` : null}>${zone}</option>`);
  return html`<select id="timezone" name="timezone"${typed === '' ? html` data-own-zone` : null}${attributes}>${options}</select>`;
}

/** Makes the first super admin of an installation. Works without script. */
export function setupPage(parts: SetupPageParts): Page {
  const { language, faults, problem } = parts;
  const text = (key: SignInText, params = {}) => pageText(language, key, params);
  const bad = [...FIELDS.map(([field]) => field), 'timezone' as const, 'password' as const].find((field) => faults[field] !== undefined);
  const first = bad ?? 'code';
  const described = (field: SetupField | 'timezone' | 'password', hint: string) => {
    const at = [faults[field] === undefined ? '' : `${field}-missing`, hint].filter((one) => one !== '').join(' ');
    return html`${at === '' ? null : html` aria-describedby="${at}"`}${faults[field] === undefined ? null : html` aria-invalid="true"`}${field === first ? html` autofocus` : null}`;
  };
  const inputs = FIELDS.map(([field, label, missing, completes]) => {
    const fault = faults[field];
    const type = field === 'email' ? 'email' : 'text';
    return html`<label for="${field}">${text(label)}${field === 'lastName' ? html` <span class="optional">${text('SIGN_IN_OPTIONAL')}</span>` : null}</label><input id="${field}" name="${field}" type="${type}" autocomplete="${completes}" maxlength="320"${field === 'lastName' ? null : html` required`} value="${parts.typed[field]}"${described(field, field === 'code' ? 'code-hint' : '')}>${field === 'code' ? html`<p class="small hint" id="code-hint">${text('SIGN_IN_SETUP_CODE_HINT')}</p>` : null}${atField(language, field, fault ?? { key: missing }, fault !== undefined)}`;
  });
  const secret = secretInput(language, html` autocomplete="new-password"${described('password', 'hint')}`);
  const zone = html`<label for="timezone">${text('SIGN_IN_SETUP_TIME_ZONE')}</label>${zoneChoice(parts.typed.timezone, described('timezone', 'zone-hint'))}<p class="small hint" id="zone-hint">${text('SIGN_IN_SETUP_TIME_ZONE_HINT')}</p>${atField(language, 'timezone', faults.timezone ?? { key: 'SIGN_IN_SETUP_TIME_ZONE_MISSING' }, faults.timezone !== undefined)}`;
  const fault = faults.password;
  const main = html`<section class="sheet"><h1>${text('SIGN_IN_SETUP_TITLE')}</h1><p class="quiet">${text('SIGN_IN_SETUP_WORDS')}</p>${problemPart(language, problem)}<form method="post" action="${parts.action}${parts.query}" novalidate>${inputs}${zone}<label for="password">${text('SIGN_IN_PASSWORD')}</label>${secret}${atField(language, 'password', fault ?? { key: 'SIGN_IN_PASSWORD_MISSING' }, fault !== undefined)}<p class="small hint" id="hint">${text('SIGN_IN_NEW_PASSWORD_HINT', { least: PASSWORD_LEAST })}</p><button class="button" type="submit">${text('SIGN_IN_SETUP_SUBMIT')}</button></form></section>`;
  return documentPage({ language, title: text('SIGN_IN_SETUP_TITLE'), main, languageAddress: parts.action });
}
