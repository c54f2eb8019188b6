// One thread of mails, as it is read. Everything that a mail says is put in as text; its HTML stands in a frame in which nothing runs.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

export const dateIn = (at) => new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

const addressOf = (mail, rest, address) => `/mailbox/mails/${mail.id}/${rest}?${new URLSearchParams({ address })}`;

function fields(mail, words) {
  const list = element('dl');
  const rows = [
    [words.from, mail.from],
    [words.to, mail.to.join(', ')],
    [words.cc, mail.cc.join(', ')],
  ];
  for (const [name, value] of rows) if (value) list.append(element('dt', { textContent: name }), element('dd', { textContent: value }));
  return list;
}

function content(mail, words, address) {
  if (!mail.hasHtml) return element('pre', { textContent: mail.text });
  const frame = element('iframe', { title: words.content, height: '1', src: addressOf(mail, 'html', address) });
  frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
  frame.addEventListener('load', () => {
    const height = frame.contentDocument?.documentElement.scrollHeight ?? 0;
    frame.height = String(Math.min(Math.max(height, 64), 1200));
  });
  return frame;
}

function attachments(mail, address) {
  const list = element('ul');
  mail.files.forEach(({ name, size }, at) => {
    const link = element('a', { href: addressOf(mail, `files/${at}`, address), download: name, textContent: name });
    list.append(element('li', {}, link, ` ${Math.ceil(size / 1024)} KB`));
  });
  return list;
}

/** @param deeds `reply`, `replyAll`, `forward`: called with the mail */
export function drawThread(place, { subject, mails }, { words, address, deeds, back }) {
  const toAll = element('button', { type: 'button', textContent: words.back, className: 'back' });
  toAll.addEventListener('click', back);
  const title = element('h2', { textContent: subject || words.noSubject, tabIndex: -1 });
  const articles = mails.map((mail) => {
    const bar = element('div', { className: 'deeds' });
    for (const deed of ['reply', 'replyAll', 'forward']) {
      const button = element('button', { type: 'button', textContent: words[deed] });
      button.addEventListener('click', () => deeds[deed](mail));
      bar.append(button);
    }
    bar.append(element('a', { href: addressOf(mail, 'source', address), target: '_blank', rel: 'noopener', textContent: words.source }));
    const parts = [
      fields(mail, words),
      element('time', { dateTime: mail.at, textContent: dateIn(mail.at) }),
      content(mail, words, address),
    ];
    if (mail.files.length > 0) parts.push(attachments(mail, address));
    return element('article', { className: 'mail' }, ...parts, bar);
  });
  place.replaceChildren(title, ...articles, toAll);
  return title;
}

/** One row of the list. */
export function threadRow({ subject, mails }, { words, isOpen, open }) {
  const last = mails.at(-1);
  const isUnread = mails.some(({ isUnseen }) => isUnseen);
  const who = last.isMine ? words.mine : last.from;
  const button = element(
    'button',
    { type: 'button', className: isUnread ? 'unread' : '' },
    element('b', { textContent: subject || words.noSubject }),
    element('span', { textContent: mails.length > 1 ? String(mails.length) : '' }),
    element('span', { textContent: `${who}, ${dateIn(last.at)}` }),
  );
  if (isUnread) button.append(element('span', { className: 'hidden', textContent: words.unread }));
  if (isOpen) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', open);
  return element('li', {}, button);
}
