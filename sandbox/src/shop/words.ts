export type Language = 'en' | 'bg';

const en = {
  demo: 'This shop is a demonstration.',
  tryThis: 'Write something in the chat at the lower right, then answer it as Elena in the agent’s window.',
  openAgent: 'Open the agent’s window beside',
  openPhone: 'Open the customer’s phone: SMS and Viber',
  openMailbox: 'Open the customer’s mailbox: e-mail',
  /** Whole euros, as a price is written. */
  price: (euros: number) => `€ ${euros}.00`,
  home: 'Home',
  lamps: 'Lamps',
  language: 'Language',
  headline: 'Light that stays out of the way',
  pitch: 'Floor, table and ceiling lamps made in Plovdiv, with shades that can be replaced one by one.',
  see: 'See all lamps',
  lampsTitle: 'All lamps',
  lampsIntro: 'Each comes with a bulb and a spare shade. Ask us in the chat when you are not sure.',
  privacyTitle: 'Privacy policy',
  privacyWords:
    'What you write in the chat, and your name if you give it, we keep to answer you. This shop is a demonstration: nothing leaves this installation.',
  nimbus: 'Nimbus pendant',
  aster: 'Aster table lamp',
  luna: 'Luna pendant',
  pero: 'Pero reading lamp',
  iskra: 'Iskra floor lamp',
  zora: 'Zora pendant',
};
export type Words = typeof en;

const bg: Words = {
  demo: 'Този магазин е демонстрация.',
  tryThis: 'Напишете нещо в чата долу вдясно, после отговорете като Елена в прозореца на агента.',
  openAgent: 'Отваряне на прозореца на агента',
  openPhone: 'Отваряне на телефона на клиента: SMS и Viber',
  openMailbox: 'Отваряне на пощата на клиента: имейл',
  price: (euros) => `${euros},00\u00a0€`,
  home: 'Начало',
  lamps: 'Лампи',
  language: 'Език',
  headline: 'Светлина, която не пречи',
  pitch: 'Лампиони, настолни и висящи лампи, произведени в Пловдив, с абажури, които се сменят един по един.',
  see: 'Всички лампи',
  lampsTitle: 'Всички лампи',
  lampsIntro: 'Всяка идва с крушка и резервен абажур. Ако се колебаете, попитайте ни в чата.',
  privacyTitle: 'Политика за поверителност',
  privacyWords:
    'Написаното в чата и името Ви, ако го посочите, пазим, за да Ви отговорим. Този магазин е демонстрация: нищо не напуска тази инсталация.',
  nimbus: 'Висяща лампа Нимбус',
  aster: 'Настолна лампа Астер',
  luna: 'Висяща лампа Луна',
  pero: 'Лампа за четене Перо',
  iskra: 'Лампион Искра',
  zora: 'Висяща лампа Зора',
};

export const wordsOf = (language: Language): Words => (language === 'bg' ? bg : en);

/** The language in the address, else the one that the browser asks for first. */
export function languageOf(asked: string | undefined, acceptLanguage: string | undefined): Language {
  if (asked === 'bg' || asked === 'en') return asked;
  return /^\s*bg\b/i.test(acceptLanguage ?? '') ? 'bg' : 'en';
}
