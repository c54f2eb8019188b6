// What each application of the phone can read and do, by the sandbox's own addresses. A message is
// {id, isMine, at, isUnseen, text, pictures, files, buttons, label, isLost}; `buttons` as Viber has them: {text, action, body}.

/** Where somebody is whose place was asked for: the middle of Sofia. */
const PLACE = { lat: 42.6977, lon: 23.3219 };

/** Throws an Error with the provider's reason. */
export async function ask(method, path, body) {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(path, { method, ...sent });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.message ?? answer.error ?? String(response.status)), { isAnswer: true });
}

const query = (values) => new URLSearchParams(values).toString();
const bare = (number) => number.replaceAll(/[\s+]/g, '').toLowerCase();
const isPicture = (name) => /\.(jpe?g|png|gif|webp)$/i.test(name);
const byTime = (a, b) => a.at.localeCompare(b.at);
const nameIn = (path) => decodeURIComponent(path.split('/').at(-1) ?? '');
const plain = (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** What a phone kept of a file: shown where it is a picture. */
function keptFile(path, picture = isPicture(path)) {
  if (!path) return {};
  return picture ? { pictures: [path] } : { files: [{ url: path, name: nameIn(path) }] };
}

const sms = {
  sendsFiles: false,
  async ends() {
    const { numbers } = await ask('GET', '/phone/sms/numbers');
    return numbers.map(({ number, carrier }) => ({ id: number, name: `${number} · ${carrier}` }));
  },
  async read({ number }, end, { lookedAt, words }) {
    const [{ messages, written }, { messages: onViber }] = await Promise.all([
      ask('GET', `/phone/sms/messages?${query({ number })}`),
      ask('GET', `/phone/viber/messages?${query({ number })}`),
    ]);
    const isOfEnd = (one) => !end || bare(one) === bare(end);
    const came = messages.filter(({ from }) => isOfEnd(from)).map(({ id, at, text }) => ({ id, at, text, isUnseen: at > lookedAt }));
    const instead = onViber
      .filter(({ channel }) => channel === 'SMS')
      .map(({ id, at, text }) => ({ id: `${id}-sms`, at, text, isUnseen: at > lookedAt, label: words.insteadOfViber }));
    const went = written
      .filter(({ to }) => isOfEnd(to))
      .map(({ id, at, text, taken }) => ({ id: `out-${id}`, at, text, isMine: true, isLost: !taken }));
    return { messages: [...came, ...instead, ...went].sort(byTime) };
  },
  async write({ number }, end, text) {
    await ask('POST', '/phone/sms/write', { from: number, to: end, text });
  },
  async look() {},
};

const viber = {
  sendsFiles: true,
  async ends() {
    const { senders } = await ask('GET', '/providers/viber-carrier/service');
    return senders.map((id) => ({ id, name: id }));
  },
  async read({ number }, end) {
    const { messages } = await ask('GET', `/phone/viber/messages?${query({ number })}`);
    const shown = messages.filter(({ channel, sender }) => channel === 'VIBER' && (!end || sender === end));
    return {
      messages: shown.map(({ id, at, from, text, seen, imageUrl, button, file, mediaPath }) => ({
        id,
        at,
        text,
        isMine: from === 'PHONE',
        isUnseen: !seen,
        ...(imageUrl && { pictures: [imageUrl] }),
        ...(file && { files: [file] }),
        ...keptFile(mediaPath),
        ...(button && { buttons: [{ text: button.text, action: 'open-url', body: button.url }] }),
      })),
    };
  },
  async write({ number }, end, text) {
    await ask('POST', '/phone/viber/write', { number, sender: end, text });
  },
  async sendFile({ number }, end, file) {
    await ask('POST', '/phone/viber/send', { number, sender: end, ...file });
  },
  async look({ number }) {
    await ask('POST', '/phone/viber/read', { number });
  },
};

/** As the phone shows a message of either side of a chat with a bot. */
function botMessage({ token, at, from, message, mediaPath, seen }, words) {
  const base = { id: token, at, isMine: from === 'USER', isUnseen: !seen };
  const { type, text = '' } = message;
  switch (type) {
    case 'text':
      return { ...base, text };
    case 'picture':
      return { ...base, text, ...keptFile(mediaPath, true) };
    case 'file':
    case 'video':
      return { ...base, text, ...(mediaPath && { files: [{ url: mediaPath, name: message.file_name ?? type }] }) };
    case 'url':
      return { ...base, text: message.media ?? text };
    case 'rich_media':
      return { ...base, ...richMedia(message.rich_media) };
    case 'location':
      return { ...base, label: words.location, text: `${message.location?.lat}, ${message.location?.lon}` };
    case 'contact':
      return { ...base, label: words.contact, text: `${message.contact?.name ?? ''} ${message.contact?.phone_number ?? ''}`.trim() };
    case 'sticker':
      return { ...base, label: words.sticker, text: '' };
    default:
      return { ...base, label: words.unknown, text: '' };
  }
}

/** Buttons on which nothing happens are its words. */
function richMedia({ Buttons = [] } = {}) {
  const still = Buttons.filter(({ ActionType }) => ActionType === 'none');
  return {
    text: still.map(({ Text = '' }) => plain(Text)).join('\n'),
    buttons: buttonsOf(Buttons.filter(({ ActionType }) => ActionType !== 'none')),
  };
}

const buttonsOf = (buttons) =>
  buttons.map(({ Text = '', ActionType, ActionBody }) => ({ text: plain(Text), action: ActionType, body: ActionBody }));

const bot = {
  sendsFiles: true,
  async ends() {
    const bots = await ask('GET', '/providers/viber-bot/bots');
    return bots.map(({ token, name, uri }) => ({ id: token, name: `${name} (${uri})` }));
  },
  async read({ user }, end, { words }) {
    const { subscribed, messages } = await ask('GET', `/phone/viber-public/messages?${query({ user, bot: end })}`);
    const last = messages.at(-1);
    const keys = last?.from === 'BOT' ? (last.message.keyboard?.Buttons ?? []) : [];
    return { messages: messages.map((one) => botMessage(one, words)), subscribed, keys: buttonsOf(keys) };
  },
  async write({ user, name, avatar }, end, text) {
    const { taken } = await ask('POST', '/phone/viber-public/write', { user, name, avatar, bot: end, text });
    return taken;
  },
  async sendFile({ user, name, avatar }, end, { base64, contentType, fileName }) {
    const message = { type: isPicture(fileName) ? 'picture' : 'file' };
    const { taken } = await ask('POST', '/phone/viber-public/send', {
      user,
      name,
      avatar,
      bot: end,
      message,
      base64,
      contentType,
      fileName,
    });
    return taken;
  },
  /** A key of the keyboard, or a button of a message, was pressed. */
  async press({ user, name, avatar, number }, end, { action, body }) {
    if (action === 'reply') return bot.write({ user, name, avatar }, end, body);
    const shared = { type: 'contact', contact: { name, phone_number: number } };
    const message = action === 'share-phone' ? shared : { type: 'location', location: PLACE };
    const { taken } = await ask('POST', '/phone/viber-public/send', { user, name, avatar, bot: end, message });
    return taken;
  },
  /** @param deed open, subscribe or leave */
  async do({ user, name, avatar }, end, deed) {
    await ask('POST', `/phone/viber-public/${deed}`, { user, name, avatar, bot: end });
  },
  async look({ user }, end) {
    await ask('POST', '/phone/viber-public/read', { user, bot: end });
  },
};

export const chats = { sms, viber, bot };
