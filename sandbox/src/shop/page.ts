import { goods, heroPicture } from './pictures.ts';
import { type Language, type Words, wordsOf } from './words.ts';

/** The widgets of the demo's first account, one per language; the demo gives them these ids on every installation. */
const demoWidgets: Readonly<Record<Language, string>> = {
  en: '0193a1de-0000-7000-8000-0000000000c1',
  bg: '0193a1de-0000-7000-8000-0000000000c3',
};

export type PageName = 'home' | 'lamps' | 'privacy';
const paths: Readonly<Record<PageName, string>> = { home: '/', lamps: '/lamps', privacy: '/privacy' };

/**
 * A page of the shop. The tag of the widget is the one that any site would carry; the shop's own script swaps the body on
 * navigation, as single-page sites do.
 */
export function shopPage(name: PageName, language: Language, productUrl: string): string {
  const words = wordsOf(language);
  const link = (page: PageName, inLanguage: Language = language) => `${paths[page]}?lang=${inLanguage}`;
  const title = { home: words.headline, lamps: words.lampsTitle, privacy: words.privacyTitle }[name];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lumen Home</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/shop.css">
<script src="/shop.js" defer></script>
<script async src="${productUrl}/widget.js" data-widget="${demoWidgets[language]}"></script>
</head>
<body>
<aside class="demo">
<p><b>${words.demo}</b> ${words.tryThis}</p>
<a class="beside" href="${productUrl}/" target="_blank" rel="noopener">${words.openAgent}</a>
<a class="aside" href="/phone?lang=${language}" target="_blank" rel="noopener">${words.openPhone}</a>
<a class="aside" href="/mailbox?lang=${language}" target="_blank" rel="noopener">${words.openMailbox}</a>
<nav aria-label="${words.language}"><a href="${link(name, 'en')}" lang="en"${language === 'en' ? ' aria-current="true"' : ''}>English</a> <a href="${link(name, 'bg')}" lang="bg"${language === 'bg' ? ' aria-current="true"' : ''}>Български</a></nav>
</aside>
<div class="shop">
<header><a class="brand" href="${link('home')}" data-swap>LUMEN HOME</a>
<nav><a href="${link('home')}" data-swap${name === 'home' ? ' aria-current="page"' : ''}>${words.home}</a><a href="${link('lamps')}" data-swap${name === 'lamps' ? ' aria-current="page"' : ''}>${words.lamps}</a></nav></header>
<main>
${{ home: () => home(words, link('lamps')), lamps: () => lamps(words), privacy: () => privacy(words) }[name]()}
</main>
</div>
</body>
</html>`;
}

const home = (words: Words, lampsLink: string) => `<section class="hero"><div><h1>${words.headline}</h1><p>${words.pitch}</p>
<a class="main" href="${lampsLink}" data-swap>${words.see}</a></div><div>${heroPicture}</div></section>
${shelf(words, 4)}`;

const lamps = (words: Words) => `<h1 class="plain">${words.lampsTitle}</h1><p class="intro">${words.lampsIntro}</p>
${shelf(words, goods.length)}`;

const privacy = (words: Words) => `<h1 class="plain">${words.privacyTitle}</h1><p class="intro">${words.privacyWords}</p>`;

const shelf = (words: Words, count: number) =>
  `<ul class="goods">${goods
    .slice(0, count)
    .map(({ key, price, picture }) => `<li>${picture}<h2>${words[key]}</h2><span>${words.price(price)}</span></li>`)
    .join('')}</ul>`;
