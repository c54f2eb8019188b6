// The least that a page can do with an agent's rooms: the same list, the same socket, the newest messages of the open room,
// and a field. What the product keeps true (holes, rights, drafts, what was seen, two languages) is not here.
const ROW = 60;
const SPARE = 8;
const PING_EVERY = 5000;

const signIn = JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user:'))));
const list = document.querySelector('#list');
const canvas = document.querySelector('#canvas');
const panel = document.querySelector('[role="tabpanel"]');
const field = document.querySelector('textarea');
/** By id: room, last words, when, how many are new. */
const rooms = new Map();
const histories = new Map();
const drafts = new Map();
const rows = new Map();
let order = [];
let open = null;
let isDue = false;

async function ask(path, method = 'GET') {
  const answer = await fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${signIn.access_token}` } });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return answer.json();
}

function makeRow(id) {
  const row = document.createElement('div');
  row.className = 'row';
  row.dataset.room = id;
  row.innerHTML =
    '<span class="avatar"><b></b><i></i></span><span><span class="line"><span class="name"></span><time></time></span>' +
    '<span class="line"><span class="last"></span><span class="count"></span></span></span>';
  row.onclick = () => openRoom(id);
  const part = (selector) => row.querySelector(selector);
  const made = { row, mark: part('b'), name: part('.name'), time: part('time'), last: part('.last'), count: part('.count') };
  rows.set(id, made);
  canvas.append(row);
  return made;
}

function draw() {
  isDue = false;
  canvas.style.height = `${order.length * ROW}px`;
  const from = Math.max(0, Math.floor(list.scrollTop / ROW) - SPARE);
  const shown = order.slice(from, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + SPARE);
  const kept = new Set(shown);
  for (const [id, { row }] of rows) {
    if (kept.has(id)) continue;
    row.remove();
    rows.delete(id);
  }
  shown.forEach((id, index) => {
    const room = rooms.get(id);
    const part = rows.get(id) ?? makeRow(id);
    part.row.style.transform = `translateY(${(from + index) * ROW}px)`;
    part.row.classList.toggle('open', id === open);
    part.mark.textContent = room.name.slice(0, 1);
    part.name.textContent = room.name;
    part.time.textContent = new Date(room.at).toLocaleTimeString('en', { timeStyle: 'short' });
    part.last.textContent = room.words;
    part.count.textContent = room.fresh > 0 ? String(room.fresh) : '';
  });
}

function drawSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(draw);
}

function say(event) {
  const bubble = document.createElement('div');
  bubble.className = event.origin.type === 'USER' ? 'bubble own' : 'bubble';
  bubble.textContent = event.eventData.message?.text ?? '';
  return bubble;
}

async function openRoom(id) {
  open = id;
  rooms.get(id).fresh = 0;
  drawSoon();
  if (!histories.has(id)) histories.set(id, (await ask(`/rooms/${id}/recent-events?private_messages=false`)).recentEvents);
  if (open !== id) return;
  panel.replaceChildren(...histories.get(id).map(say));
  panel.scrollTop = panel.scrollHeight;
  field.value = drafts.get(id) ?? '';
}

function hear({ roomId, event }) {
  const room = rooms.get(roomId);
  Object.assign(room, { at: event.createdAt, words: event.eventData.message.text, fresh: room.fresh + 1 });
  order = [roomId, ...order.filter((id) => id !== roomId)];
  histories.get(roomId)?.push(event);
  if (roomId === open) {
    panel.append(say(event));
    panel.scrollTop = panel.scrollHeight;
  }
  drawSoon();
}

list.onscroll = drawSoon;
field.oninput = () => drafts.set(open, field.value);
const { content } = await ask('/rooms?view=mine&include=PARTICIPANTS,CONVERSATIONS&sort=lastEventTimestamp,desc&page=0&size=1000');
for (const room of content)
  rooms.set(room.id, { name: room.name ?? '', at: room.lastEventTimestamp, words: room.lastEventData ?? '', fresh: 0 });
order = content.map(({ id }) => id);
draw();
const { ticket } = await ask('/realtime/tickets', 'POST');
const socket = new WebSocket(`/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`);
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === 'Text') hear(frame.payload);
};
setInterval(() => socket.send(JSON.stringify({ type: 'Ping', id: '', payload: {} })), PING_EVERY);
