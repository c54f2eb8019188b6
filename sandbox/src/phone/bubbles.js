// Draws messages. What was drawn stays as long as it says the same, so that a screen reader hears each once.

const make = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};

/** A key or button of Viber's: an address opens beside, everything else is told to `press`. */
export function button({ text, action, body }, press) {
  if (action === 'open-url') return make('a', { className: 'key', href: body, target: '_blank', rel: 'noopener', textContent: text });
  return make('button', { className: 'key', type: 'button', textContent: text, onclick: () => press({ text, action, body }) });
}

function bubble(message, { words, time, press }) {
  const { isMine = false, text = '', pictures = [], files = [], buttons = [], label = '', at, isUnseen = false, isLost = false } = message;
  const foot = make('span', { className: 'foot' }, make('time', { dateTime: at, textContent: time(at) }));
  if (!isMine && 'isUnseen' in message) foot.append(` · ${isUnseen ? words.unseen : words.seen}`);
  if (isLost) foot.append(make('span', { className: 'wrong', textContent: ` · ${words.notTaken}` }));
  const node = make(
    'div',
    { className: isMine ? 'bubble mine' : 'bubble' },
    ...(isMine ? [make('span', { className: 'hidden', textContent: `${words.youWrote}: ` })] : []),
    ...(label ? [make('span', { className: 'label', textContent: label })] : []),
    ...pictures.map((src) => make('img', { src, alt: text || words.image, loading: 'lazy' })),
    ...(text ? [make('p', { textContent: text })] : []),
    ...files.map(({ url, name }) => make('a', { className: 'kept', href: url, target: '_blank', rel: 'noopener', textContent: name })),
    ...buttons.map((one) => button(one, press)),
    foot,
  );
  return node;
}

/** @returns `draw`, which draws messages into `log`, and `clear`, which forgets what was drawn */
export function drawing(log, how) {
  const drawn = new Map();
  // Whoever reads the newest goes on doing so, also when a picture comes later than its message.
  let isAtEnd = true;
  log.addEventListener('scroll', () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  });
  const keepEnd = () => {
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  };
  log.addEventListener('load', keepEnd, true);
  return {
    draw(messages) {
      if (messages.length === 0 && log.querySelector('.empty') === null)
        log.replaceChildren(make('p', { className: 'nothing empty', textContent: how.words.empty }));
      if (messages.length > 0) for (const rest of log.querySelectorAll('.nothing')) rest.remove();
      for (const message of messages) {
        const said = JSON.stringify(message);
        const before = drawn.get(message.id);
        if (before?.said === said) continue;
        const node = bubble(message, how);
        if (before) before.node.replaceWith(node);
        else log.append(node);
        drawn.set(message.id, { said, node });
      }
      keepEnd();
    },
    clear(words) {
      drawn.clear();
      isAtEnd = true;
      log.replaceChildren(make('p', { className: 'nothing', textContent: words }));
    },
  };
}
