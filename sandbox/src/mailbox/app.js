import { ask } from '/phone/chats.js';
import { dateIn, drawThread, threadRow } from './thread.js';

// The customer's mailbox: who it is, the list, one thread, and what is being written.

const ASKED_EVERY = 1000;
const words = JSON.parse(document.getElementById('words').textContent);
const at = (id) => document.getElementById(id);
const [name, address, away, bounces, composer, thread] = ['name', 'address', 'away', 'bounces', 'composer', 'thread'].map(at);
const [to, cc, subject, text] = ['to', 'cc', 'subject', 'text'].map(at);

/** The first mail of the thread that is open. */
let open = null;
let drawn = '';
let answering = { answers: null, forwards: null };

const isAddress = () => /^[^@\s]+@([^@\s]+\.)?(test|example|localhost)$/i.test(address.value.trim());
const owner = () => address.value.trim().toLowerCase();
const tell = (said) => {
  at('told').textContent = said;
};

async function refresh() {
  if (!isAddress()) return;
  const whose = owner();
  const read = await ask('GET', `/mailbox/mails?${new URLSearchParams({ address: whose })}`);
  if (whose !== owner()) return;
  at('lost').hidden = true;
  const now = JSON.stringify([whose, open, read]);
  if (now === drawn) return;
  drawn = now;
  away.value = read.away;
  bounces.checked = read.bounces;
  drawList(read.threads);
}

let threads = [];
function drawList(all) {
  threads = all;
  const focused = [...at('threads').querySelectorAll('button')].indexOf(document.activeElement);
  const isOpen = ({ mails }) => mails.some(({ id }) => id === open);
  at('threads').replaceChildren(...all.map((one) => threadRow(one, { words, isOpen: isOpen(one), open: () => openThread(one) })));
  if (focused >= 0) at('threads').querySelectorAll('button')[focused]?.focus();
  at('nothing').textContent = all.length > 0 ? '' : words.empty;
  at('nothing').hidden = all.length > 0;
  const current = all.find(isOpen);
  if (current && !isDrawn(current)) draw(current);
  if (!current) thread.replaceChildren(Object.assign(document.createElement('p'), { className: 'note', textContent: words.choose }));
}

let inThread = '';
const stamp = ({ mails }) => `${owner()} ${mails.map(({ id }) => id).join()}`;
const isDrawn = (one) => inThread === stamp(one) && thread.querySelector('article') !== null;

function draw(one) {
  inThread = stamp(one);
  for (const { id, isUnseen } of one.mails)
    if (isUnseen) ask('PUT', `/mailbox/mails/${id}/seen?${new URLSearchParams({ address: owner() })}`).catch(() => undefined);
  const deeds = { reply: (mail) => reply(mail, false), replyAll: (mail) => reply(mail, true), forward };
  const back = () => {
    open = null;
    refresh().catch(() => undefined);
    at('write').focus();
  };
  return drawThread(thread, one, { words, address: owner(), deeds, back });
}

function openThread(one) {
  open = one.mails[0].id;
  hideComposer();
  draw(one).focus();
  tell('');
  drawList(threads);
}

function showComposer(values, what = {}) {
  answering = { answers: null, forwards: null, ...what };
  composer.reset();
  [to.value, cc.value, subject.value, text.value] = [values.to ?? '', values.cc ?? '', values.subject ?? '', values.text ?? ''];
  composer.hidden = false;
  tell('');
  composer.scrollIntoView({ block: 'nearest' });
  const first = to.value === '' ? to : subject.value === '' ? subject : text;
  first.focus();
  text.setSelectionRange(0, 0);
}
const hideComposer = () => {
  composer.hidden = true;
};

const withPrefix = (prefix, of) => (of.toLowerCase().startsWith(prefix.toLowerCase()) ? of : `${prefix} ${of}`.trim());
const quoted = (mail) =>
  `\n\n${words.wrote.replace('{date}', dateIn(mail.at)).replace('{from}', mail.from)}\n${mail.text
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;

function reply(mail, isToAll) {
  const others = (all) => all.filter((one) => one.toLowerCase() !== owner());
  const first = mail.isMine ? others(mail.to) : [mail.replyTo];
  const rest = isToAll ? others([...mail.to, ...mail.cc]).filter((one) => !first.includes(one)) : [];
  const values = { to: first.join(', '), cc: rest.join(', '), subject: withPrefix('Re:', mail.subject), text: quoted(mail) };
  showComposer(values, { answers: mail.id });
}

function forward(mail) {
  const head = `---------- ${words.forwarded} ----------\n${words.from}: ${mail.from}\n${words.subject}: ${mail.subject}\n${words.to}: ${mail.to.join(', ')}`;
  showComposer({ subject: withPrefix('Fwd:', mail.subject), text: `\n\n${head}\n\n${mail.text}` }, { forwards: mail.id });
}

const base64Of = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
const filesOf = async (input, isInText) =>
  Promise.all([...input.files].map(async (file) => ({ name: file.name, type: file.type, base64: await base64Of(file), isInText })));

composer.addEventListener('submit', async (event) => {
  event.preventDefault();
  const send = composer.querySelector('[type="submit"]');
  send.disabled = true;
  try {
    const files = [...(await filesOf(at('files'), false)), ...(await filesOf(at('pictures'), true))];
    const written = { to: to.value, cc: cc.value, subject: subject.value, text: text.value, files, ...answering };
    await ask('POST', '/mailbox/mails', { from: owner(), name: name.value.trim(), ...written });
    hideComposer();
    tell(words.sent);
    await refresh();
    at('write').focus();
  } catch (error) {
    tell(words.notSent.replace('{reason}', error.message));
  } finally {
    send.disabled = false;
  }
});
composer.addEventListener('reset', () => {
  hideComposer();
});
at('write').addEventListener('click', () => showComposer({ to: to.dataset.usual }));

const set = (values) =>
  ask('PUT', '/mailbox/switches', { address: owner(), ...values }).catch((error) => tell(words.notSet.replace('{reason}', error.message)));
away.addEventListener('change', () => set({ away: away.value }));
bounces.addEventListener('change', () => set({ bounces: bounces.checked }));

function keepOwner() {
  address.setAttribute('aria-invalid', String(!isAddress()));
  at('bad-address').textContent = isAddress() ? '' : words.badAddress;
  if (!isAddress()) return;
  localStorage.setItem('mailbox', JSON.stringify({ name: name.value, address: address.value }));
  open = null;
  refresh().catch(() => undefined);
}
name.addEventListener('change', keepOwner);
address.addEventListener('change', keepOwner);
try {
  const kept = JSON.parse(localStorage.getItem('mailbox') ?? 'null');
  if (kept) [name.value, address.value] = [kept.name, kept.address];
} catch {
  localStorage.removeItem('mailbox');
}

async function askAgain() {
  if (document.visibilityState === 'visible')
    await refresh().catch((error) => {
      at('lost').hidden = error.isAnswer === true;
    });
  setTimeout(askAgain, ASKED_EVERY);
}
askAgain();
