import { FATES, type Fate } from '../mail/fates.ts';
import type { Language } from '../shop/words.ts';
import { type MailboxWords, mailboxWords } from './words.ts';

/** Who plays the customer until they say otherwise. */
const OWNER: Readonly<Record<Language, string>> = { en: 'Maria Petrova', bg: 'Мария Петрова' };
const ADDRESS = 'maria@home.test';
/** The demo's mailbox, to which a new mail goes until another address is written. */
const SHOP = 'support@lumen.example';

/** The customer's mailbox: what is in it is drawn by `app.js`. */
export function mailboxPage(language: Language, productUrl: string): string {
  const words = mailboxWords(language);
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
<link rel="stylesheet" href="/mailbox/mailbox.css">
<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/mailbox/app.js"></script>
</head>
<body>
<header class="top">
<a href="/?lang=${language}">${words.toShop}</a>
<a href="/phone?lang=${language}">${words.toPhone}</a>
<a href="${productUrl}/" target="_blank" rel="noopener">${words.openAgent}</a>
<nav aria-label="${words.language}"><a href="/mailbox?lang=en" lang="en"${here('en')}>English</a> <a href="/mailbox?lang=bg" lang="bg"${here('bg')}>Български</a></nav>
</header>
<main class="post">
<div class="intro"><h1>${words.title}</h1><p>${words.intro}</p></div>
<p class="lost" role="alert" id="lost" hidden>${words.lost}</p>
<div class="aside">
${owner(words, language)}
<section class="provider" aria-labelledby="mails">
<h2 id="mails">${words.mails}</h2>
<button type="button" class="main" id="write">${words.write}</button>
<ul class="threads" id="threads"></ul>
<p class="note" id="nothing">${words.loading}</p>
</section>
${fates(words)}
</div>
<div class="reading">
<p class="told" id="told" role="status"></p>
${composer(words)}
<section class="provider" id="thread" aria-live="off"><p class="note">${words.choose}</p></section>
</div>
</main>
</body>
</html>`;
}

const owner = (words: MailboxWords, language: Language) => `<section class="provider">
<fieldset class="owner"><legend>${words.owner}</legend>
<label>${words.name}<input id="name" autocomplete="off" maxlength="60" value="${OWNER[language]}"></label>
<label>${words.address}<input id="address" type="email" autocomplete="off" maxlength="120" value="${ADDRESS}" aria-describedby="address-note bad-address"></label>
<p class="note" id="address-note">${words.addressNote}</p>
<p class="wrong" id="bad-address" aria-live="polite"></p>
<label class="wide">${words.away}<select id="away"><option value="OFF">${words.awayOff}</option><option value="MARKED">${words.awayMarked}</option><option value="PLAIN">${words.awayPlain}</option></select></label>
<label class="switch wide"><input id="bounces" type="checkbox" role="switch" aria-describedby="bounces-note">${words.bounces}</label>
<p class="note" id="bounces-note">${words.bouncesNote}</p>
</fieldset>
</section>`;

const composer = (words: MailboxWords) => `<form class="provider" id="composer" aria-label="${words.write}" hidden>
<label>${words.to}<input id="to" autocomplete="off" maxlength="2000" data-usual="${SHOP}" aria-describedby="several"></label>
<label>${words.cc}<input id="cc" autocomplete="off" maxlength="2000" aria-describedby="several"></label>
<p class="note" id="several">${words.several}</p>
<label>${words.subject}<input id="subject" autocomplete="off" maxlength="500"></label>
<label>${words.text}<textarea id="text" rows="8" maxlength="100000"></textarea></label>
<label>${words.files}<input id="files" type="file" multiple></label>
<label>${words.pictures}<input id="pictures" type="file" accept="image/*" multiple></label>
<div class="deeds"><button type="submit" class="main">${words.send}</button><button type="reset">${words.cancel}</button></div>
</form>`;

function fates(words: MailboxWords): string {
  const told = (fate: Fate): string => {
    if (fate.kind === 'REFUSED') return `${fate.code} ${fate.words}`;
    if (fate.kind === 'LATER') return `${fate.code} ${fate.words}: ${words.later}`;
    if (fate.kind === 'SILENT') return words.silent;
    if (fate.kind === 'REPORTED') return `${words.reported}: ${fate.action} ${fate.status}`;
    return fate.isMarked ? `${words.awayFate} (Auto-Submitted)` : words.awayFate;
  };
  const rows = Object.entries(FATES).map(([name, fate]) => `<tr><td>${name}@</td><td>${told(fate)}</td></tr>`);
  return `<section class="provider"><details><summary>${words.fates}</summary><p class="note">${words.fatesNote}</p>
<table><thead><tr><th scope="col">${words.fateName}</th><th scope="col">${words.fate}</th></tr></thead><tbody>${rows.join('')}</tbody></table></details></section>`;
}
