import { button, drawing } from './bubbles.js';
import { ask, chats } from './chats.js';
import { wirePanel } from './controls.js';

const ASKED_EVERY = 700;
/** Who can be written to is another only where the product was told so. */
const ENDS_EVERY = 4;

const words = JSON.parse(document.getElementById('words').textContent);
const at = (id) => document.getElementById(id);
const [name, number, face, power, reads, to, text, file] = ['name', 'number', 'face', 'power', 'reads', 'to', 'text', 'file'].map(at);
const tabs = [...document.querySelectorAll('[role="tab"]')];
const panels = [...document.querySelectorAll('[data-provider]')];
const time = new Intl.DateTimeFormat(document.documentElement.lang === 'bg' ? 'bg' : 'en-GB', { hour: '2-digit', minute: '2-digit' });

let app = 'sms';
/** Of each application: whom one writes to, and until when its messages were looked at. */
const ends = { sms: [], viber: [], bot: [] };
const chosen = { sms: '', viber: '', bot: '' };
const lookedAt = { sms: '', viber: '', bot: '' };
let turn = 0;
/** Raised whenever something else is looked at: an answer to what was asked before is not shown. */
let view = 0;

const screen = drawing(at('log'), { words, time: (instant) => time.format(new Date(instant)), press: (key) => act(() => press(key)) });

const owner = () => ({
  name: name.value.trim(),
  number: number.value.replaceAll(/[\s()-]/g, ''),
  user: btoa(number.value.replaceAll(/\D/g, '')),
  avatar: Number(face.value),
});
const isNumber = () => /^\+[1-9]\d{7,14}$/.test(owner().number);
const chat = () => chats[app];
const tell = (said) => {
  at('told').textContent = said;
};

/** Does what somebody wants of the phone, says what came of it, and shows it at once. */
async function act(work) {
  tell('');
  try {
    if ((await work()) === false) tell(words.notTaken);
    await refresh();
    return true;
  } catch (error) {
    tell(words.notSent.replace('{reason}', error.message));
    return false;
  }
}
/** The keyboard that was pressed goes away: what is written next goes into the field. */
const press = (key) => {
  text.focus();
  return chat().press(owner(), to.value, key);
};

function showEnds() {
  const known = ends[app];
  const now = [...to.options].map(({ value }) => value).join();
  if (now !== known.map(({ id }) => id).join()) {
    to.replaceChildren(...known.map(({ id, name: shown }) => new Option(shown, id)));
    if (known.some(({ id }) => id === chosen[app])) to.value = chosen[app];
    chosen[app] = to.value;
  }
  showWhatCanBeDone();
}

function showWhatCanBeDone() {
  const isOn = power.checked;
  const canWrite = isOn && isNumber() && to.value !== '';
  for (const field of [text, file, at('composer').querySelector('button'), ...document.querySelectorAll('[data-deed], #keys .key')])
    field.disabled = !canWrite;
  to.disabled = ends[app].length === 0;
  at('file-label').hidden = !chat().sendsFiles;
  const hint = at('composer').dataset;
  const said = isOn ? (ends[app].length === 0 && turn > 0 ? words.nobody : '') : words.off;
  if (hint.said !== said) {
    hint.said = said;
    tell(said);
  }
}

function showKeys(keys) {
  const group = at('keys');
  const said = JSON.stringify(keys);
  if (group.dataset.said === said) return;
  group.dataset.said = said;
  group.hidden = keys.length === 0;
  group.replaceChildren(...keys.map((key) => button(key, (pressed) => act(() => press(pressed)))));
  showWhatCanBeDone();
}

function showSubscription(subscribed) {
  at('subscription').hidden = subscribed === undefined;
  if (subscribed === undefined) return;
  const said = subscribed ? words.subscribed : words.notSubscribed;
  if (at('subscribed').textContent !== said) at('subscribed').textContent = said;
}

function showCount(other, messages) {
  const count = messages.filter(({ isMine, isUnseen }) => !isMine && isUnseen).length;
  const mark = at(`tab-${other}`).querySelector('.count');
  mark.hidden = count === 0;
  mark.textContent = String(count);
  at(`tab-${other}`).querySelector('.unread').textContent = count === 0 ? '' : words.unread.replace('{count}', String(count));
  return count;
}

/** Reads all that the phone shows, and looks at what is open where its owner reads. */
async function refresh() {
  const asked = view;
  if (!isNumber()) return;
  for (const other of Object.keys(chats)) {
    if (turn % ENDS_EVERY === 0 || ends[other].length === 0) ends[other] = await chats[other].ends();
    const isOpen = other === app;
    if (other === 'bot' && ends.bot.length === 0) continue;
    const end = chosen[other] || (ends[other][0]?.id ?? '');
    const found = await chats[other].read(owner(), isOpen ? end : '', { lookedAt: lookedAt[other], words });
    if (asked !== view) return;
    const unseen = showCount(other, found.messages);
    if (!isOpen) continue;
    showEnds();
    screen.draw(found.messages);
    showKeys(found.keys ?? []);
    showSubscription(found.subscribed);
    if (unseen > 0 && reads.checked && power.checked && document.visibilityState === 'visible') {
      lookedAt[other] = new Date().toISOString();
      await chats[other].look(owner(), end);
    }
  }
  at('lost').hidden = true;
}

/** What is looked at is another: whatever was asked for before is not shown any more. */
function begin() {
  view++;
  screen.clear(words.loading);
  showKeys([]);
  showSubscription(undefined);
  to.replaceChildren();
  tell('');
  at('composer').dataset.said = '';
  showEnds();
  refresh().catch(() => undefined);
}

function openApp(name, isFocused = false) {
  app = name;
  for (const tab of tabs) {
    const isOpen = tab.dataset.app === name;
    tab.setAttribute('aria-selected', String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    if (isOpen && isFocused) tab.focus();
  }
  at('app').dataset.app = name;
  at('app').setAttribute('aria-labelledby', `tab-${name}`);
  at('log').setAttribute('aria-label', words[name]);
  for (const panel of panels) panel.hidden = panel.dataset.provider !== name;
  begin();
}

for (const tab of tabs) tab.addEventListener('click', () => openApp(tab.dataset.app));
document.querySelector('[role="tablist"]').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const place = tabs.findIndex((tab) => tab.dataset.app === app);
  const next = { Home: 0, End: tabs.length - 1 }[event.key] ?? (step === undefined ? null : (place + step + tabs.length) % tabs.length);
  if (next === null) return;
  event.preventDefault();
  openApp(tabs[next].dataset.app, true);
});

to.addEventListener('change', () => {
  chosen[app] = to.value;
  view++;
  screen.clear(words.loading);
  refresh().catch(() => undefined);
});

/** The picture by which Viber shows the owner: whoever they write to next sees it. */
function showFace() {
  const shown = at('face-shown');
  shown.hidden = face.value === '0';
  if (!shown.hidden) shown.src = face.selectedOptions[0].dataset.src;
}

/** The owner's name, number and picture stay with this browser. */
function keepOwner() {
  number.setAttribute('aria-invalid', String(!isNumber()));
  at('bad-number').textContent = isNumber() ? '' : words.badNumber;
  if (isNumber()) keep();
  readPower().then(begin, begin);
}
const keep = () => localStorage.setItem('phone', JSON.stringify({ name: name.value, number: number.value, face: face.value }));
async function readPower() {
  if (isNumber()) power.checked = (await ask('GET', `/phone/power?${new URLSearchParams({ phone: owner().number })}`)).on;
}
name.addEventListener('change', keepOwner);
number.addEventListener('change', keepOwner);
face.addEventListener('change', () => {
  showFace();
  if (isNumber()) keep();
});
reads.addEventListener('change', () => refresh().catch(() => undefined));
power.addEventListener('change', () => {
  const { number: phone, user } = owner();
  act(() => ask('PUT', '/phone/power', { phones: [phone, user], on: power.checked })).then(showWhatCanBeDone);
});

at('composer').addEventListener('submit', async (event) => {
  event.preventDefault();
  const said = text.value.trim();
  if (said === '' || text.disabled) return;
  if (await act(() => chat().write(owner(), to.value, said))) text.value = '';
  text.focus();
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  at('composer').requestSubmit();
});
file.addEventListener('change', async () => {
  const [picked] = file.files;
  if (!picked) return;
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(picked);
  });
  const bytes = {
    base64: address.slice(address.indexOf(',') + 1),
    contentType: picked.type || 'application/octet-stream',
    fileName: picked.name,
  };
  await act(() => chat().sendFile(owner(), to.value, bytes));
  file.value = '';
});
const DONE = { open: words.opened, subscribe: words.joined, leave: words.left };
for (const one of document.querySelectorAll('[data-deed]'))
  one.addEventListener('click', async () => {
    if (await act(() => chats.bot.do(owner(), to.value, one.dataset.deed))) tell(DONE[one.dataset.deed]);
  });

try {
  const kept = JSON.parse(localStorage.getItem('phone') ?? 'null');
  if (kept) [name.value, number.value] = [kept.name, kept.number];
  if ([...face.options].some(({ value }) => value === kept?.face)) face.value = kept.face;
} catch {
  localStorage.removeItem('phone');
}
for (const panel of panels) wirePanel(panel, words);
showFace();
keepOwner();

async function askAgain() {
  if (document.visibilityState === 'visible')
    await refresh().catch((error) => {
      at('lost').hidden = error.isAnswer === true;
    });
  turn++;
  setTimeout(askAgain, ASKED_EVERY);
}
askAgain();
