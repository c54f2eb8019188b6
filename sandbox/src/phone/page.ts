import type { Language } from '../shop/words.ts';
import { MAGIC } from '../sms/network.ts';
import { FACE_COUNT, facePath } from '../viber-bot/faces.ts';
import { CODES, DELETED, NEVER_ON } from '../viber-carrier/codes.ts';
import { type PhoneWords, phoneWords } from './words.ts';

type AppName = 'sms' | 'viber' | 'bot';
const APPS: readonly AppName[] = ['sms', 'viber', 'bot'];

/** Who plays the customer until they say otherwise: a number of no fate (`MAGIC`, `CODES`). */
const OWNER: Readonly<Record<Language, string>> = { en: 'Maria Petrova', bg: 'Мария Петрова' };
const NUMBER = '+359888700700';

/** The customer's phone, and how its providers behave: what is in it is drawn by `app.js`. */
export function phonePage(language: Language, productUrl: string): string {
  const words = phoneWords(language);
  const here = (other: Language) => (other === language ? ' aria-current="true"' : '');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title} · Lumen Home</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/phone/phone.css">
<link rel="stylesheet" href="/phone/chats.css">
<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/phone/app.js"></script>
</head>
<body>
<header class="top">
<a href="/?lang=${language}">${words.toShop}</a>
<a href="${productUrl}/" target="_blank" rel="noopener">${words.openAgent}</a>
<nav aria-label="${words.language}"><a href="/phone?lang=en" lang="en"${here('en')}>English</a> <a href="/phone?lang=bg" lang="bg"${here('bg')}>Български</a></nav>
</header>
<main>
<div class="intro"><h1>${words.title}</h1><p>${words.intro}</p></div>
<p class="lost" role="alert" id="lost" hidden>${words.lost}</p>
${device(words, language)}
${APPS.map((app) => providerPanel(app, words)).join('\n')}
</main>
</body>
</html>`;
}

const device = (words: PhoneWords, language: Language) => `<section class="phone" aria-label="${words.title}">
<fieldset class="owner"><legend>${words.owner}</legend>
<label>${words.name}<input id="name" autocomplete="off" maxlength="60" value="${OWNER[language]}"></label>
<label>${words.number}<input id="number" type="tel" autocomplete="off" maxlength="16" value="${NUMBER}" aria-describedby="bad-number"></label>
<p class="wrong" id="bad-number" aria-live="polite"></p>
<label>${words.face}<select id="face" aria-describedby="face-note">${faces(words)}</select></label>
<p class="face note" id="face-note"><img id="face-shown" alt="" width="40" height="40" hidden>${words.faceNote}</p>
<label class="switch"><input id="power" type="checkbox" role="switch" checked>${words.power}</label>
<label class="switch"><input id="reads" type="checkbox" role="switch" checked aria-describedby="reads-note">${words.reads}</label>
<p class="note" id="reads-note">${words.readsNote}</p>
</fieldset>
<div class="apps" role="tablist" aria-label="${words.apps}">
${APPS.map((app, at) => `<button type="button" role="tab" id="tab-${app}" data-app="${app}" aria-controls="app" aria-selected="${at === 0}"${at === 0 ? '' : ' tabindex="-1"'}><span>${words[app]}</span><b class="count" aria-hidden="true" hidden></b><span class="hidden unread"></span></button>`).join('\n')}
</div>
<div class="app" id="app" role="tabpanel" aria-labelledby="tab-sms" data-app="sms">
<label class="to">${words.to}<select id="to" disabled></select></label>
<div class="subscription" id="subscription" hidden>
<p id="subscribed" aria-live="polite"></p>
<button type="button" data-deed="open">${words.open}</button><button type="button" data-deed="subscribe">${words.subscribe}</button><button type="button" data-deed="leave">${words.leave}</button>
</div>
<div class="log" id="log" role="log" tabindex="0" aria-label="${words.sms}"><p class="nothing">${words.loading}</p></div>
<div class="keys" id="keys" role="group" aria-label="${words.reply}" hidden></div>
<form class="composer" id="composer">
<label><span class="hidden">${words.message}</span><textarea id="text" rows="2" maxlength="7000" placeholder="${words.message}"></textarea></label>
<label class="file" id="file-label"><input id="file" type="file"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.5h.01" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg><span class="hidden">${words.picture}</span></label>
<button type="submit" class="main">${words.send}</button>
</form>
<p class="told" id="told" role="status"></p>
</div>
</section>`;

/** The first is the owner's until they say otherwise. */
function faces(words: PhoneWords): string {
  const option = (_: unknown, at: number) =>
    `<option value="${at + 1}" data-src="${facePath(at + 1)}">${words.faceNumber.replace('{number}', String(at + 1))}</option>`;
  return `${Array.from({ length: FACE_COUNT }, option).join('')}<option value="0">${words.noFace}</option>`;
}

/** What can be set of each provider: `data-kind` says how it stands in the provider's controls. */
const CONTROLS: Readonly<
  Record<AppName, { path: string; title: keyof PhoneWords; fields: readonly [name: string, kind: string, words: keyof PhoneWords][] }>
> = {
  sms: {
    path: '/providers/sms/controls',
    title: 'smsProvider',
    fields: [
      ['down', 'flag', 'down'],
      ['tokenExpired', 'flag', 'tokenExpired'],
      ['double', 'share', 'double'],
      ['outOfOrder', 'flag', 'outOfOrder'],
      ['slowMs', 'ms', 'slowMs'],
      ['failHttp', 'code-or-zero', 'failHttp'],
      ['failSmpp', 'code-or-zero', 'failSmpp'],
    ],
  },
  viber: {
    path: '/providers/viber-carrier/controls',
    title: 'viberProvider',
    fields: [
      ['down', 'flag', 'down'],
      ['tokenExpired', 'flag', 'tokenExpired'],
      ['double', 'flag', 'double'],
      ['outOfOrder', 'flag', 'outOfOrder'],
      ['slowMs', 'ms', 'slowMs'],
      ['failWith', 'code-or-null', 'failViber'],
    ],
  },
  bot: {
    path: '/providers/viber-bot/controls',
    title: 'botProvider',
    fields: [
      ['down', 'flag', 'down'],
      ['tokenExpired', 'flag', 'tokenExpired'],
      ['double', 'flag', 'double'],
      ['outOfOrder', 'flag', 'outOfOrder'],
      ['slowMs', 'ms', 'slowMs'],
      ['failWith', 'code-or-null', 'failBot'],
    ],
  },
};

function providerPanel(app: AppName, words: PhoneWords): string {
  const { path, title, fields } = CONTROLS[app];
  const field = ([name, kind, label]: (typeof fields)[number]) => {
    const isFlag = kind === 'flag' || kind === 'share';
    const input = `data-control="${name}" data-kind="${kind}"`;
    if (isFlag) return `<label class="switch"><input type="checkbox" role="switch" ${input}>${words[label]}</label>`;
    const isCode = kind !== 'ms';
    const describedBy = isCode ? ` aria-describedby="${app}-fail-note"` : '';
    return `<label>${words[label]}<input type="text" inputmode="numeric" autocomplete="off" maxlength="6" ${input}${describedBy}></label>`;
  };
  return `<section class="provider" data-provider="${app}" data-path="${path}" aria-labelledby="${app}-provider"${app === 'sms' ? '' : ' hidden'}>
<h2 id="${app}-provider">${words.provider}</h2>
<p class="note">${words[title]}</p>
<form>${fields.map(field).join('\n')}
<p class="note" id="${app}-fail-note">${words.failNote}</p>
<button type="reset">${words.usual}</button>
<p class="told" role="status"></p>
</form>
${app === 'bot' ? '' : fates(app, words)}
</section>`;
}

function fates(app: 'sms' | 'viber', words: PhoneWords): string {
  const viber = Object.entries({ ...CODES, [DELETED]: words.deleted, [NEVER_ON]: words.neverOn });
  const rows = (app === 'sms' ? Object.entries(MAGIC) : viber).map(
    ([end, fate]) => `<tr><td>…${end.padStart(2, '0')}</td><td>${fate}</td></tr>`,
  );
  return `<details><summary>${words.fates}</summary><p class="note">${words.fatesNote}</p>
<table><thead><tr><th scope="col">${words.fateEnd}</th><th scope="col">${words.fate}</th></tr></thead><tbody>${rows.join('')}</tbody></table></details>`;
}
