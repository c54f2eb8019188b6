/** What the page tells of itself; the same in the product's page and in the yardstick's. */
export interface Probe {
  /** When the whole list could be used, in ms since the page was asked for; null before. */
  usable: number | null;
  /** Scripts that had come by then. */
  scripts: string[];
  /** From each key to the paint of its letter, in ms. */
  keys: number[];
  rooms(): string[];
  /** The number in the last words of a row on the screen; -1 when it is not there or bears none. */
  lastOf(roomId: string): number;
  /** Opens a room whose row is on the screen. @returns ms until messages of it were painted, at most `limit` */
  open(roomId: string, limit: number): Promise<number>;
  scrollTo(top: number): Promise<void>;
  /** Scrolls the list down and up for `ms`. @returns frames per second, and how often the first row was another one */
  scroll(ms: number): Promise<{ rate: number; reorders: number }>;
}

/** Runs in the page before anything of its own: stands alone, for the browser is given its text. */
export function installProbe(rooms: number): void {
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-room]')];
  const rowOf = (roomId: string) => document.querySelector<HTMLElement>(`[data-room="${roomId}"]`);
  const numberOf = (words: string | null | undefined) => Number(/~(\d+)~/.exec(words ?? '')?.[1] ?? -1);
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  // The first task after a frame comes when it has been painted.
  const afterFrame = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  const painted = () => frame().then(afterFrame);
  const scroller = () => {
    for (let box = rows()[0]?.parentElement; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight) return box;
    throw new Error('the list cannot be scrolled');
  };
  const LEAST_ROW = 40;
  const isWhole = () => rows().length > 8 && scroller().scrollHeight > rooms * LEAST_ROW;
  const firstRow = () => {
    const places = rows().map((row) => ({ id: row.dataset.room, top: row.getBoundingClientRect().top }));
    return places.reduce((first, one) => (one.top < first.top ? one : first), places[0] ?? { id: undefined, top: 0 }).id;
  };

  const probe: Probe = {
    usable: null,
    scripts: [],
    keys: [],
    rooms: () => rows().flatMap(({ dataset }) => dataset.room ?? []),
    lastOf: (roomId) => numberOf(rowOf(roomId)?.textContent),
    async open(roomId, limit) {
      const row = rowOf(roomId);
      const newest = probe.lastOf(roomId);
      if (!row || newest < 0) throw new Error('this room is not on the screen');
      const began = performance.now();
      row.click();
      // Where much is new, one begins at the first of it. Customers write in turn: the number tells whose message it is.
      const isOfRoom = (message: number) => message % rooms === newest % rooms;
      const isShown = () => {
        const numbers = [...(document.querySelector('[role="tabpanel"]')?.textContent ?? '').matchAll(/~(\d+)~/g)].map(([, found]) =>
          Number(found),
        );
        return document.querySelector('[data-composer] textarea') !== null && numbers.length > 0 && numbers.every(isOfRoom);
      };
      do {
        if (performance.now() - began > limit) throw new Error(`no message of the room of message ${newest} was shown`);
        await frame();
      } while (!isShown());
      return (await afterFrame()) - began;
    },
    async scrollTo(place) {
      scroller().scrollTop = place;
      await frame();
      await painted();
    },
    async scroll(ms) {
      const box = scroller();
      let frames = 0;
      let reorders = 0;
      let first = firstRow();
      let step = 30;
      const began = performance.now();
      while (performance.now() - began < ms) {
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) step = -30;
        if (box.scrollTop <= 0) step = 30;
        box.scrollTop += step;
        await frame();
        frames++;
        const now = firstRow();
        if (now !== first) reorders++;
        first = now;
      }
      return { rate: (frames * 1000) / (performance.now() - began), reorders };
    },
  };
  Object.assign(window, { probe });

  let pressed = 0;
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp;
    },
    true,
  );
  window.addEventListener(
    'input',
    () => {
      const began = pressed;
      void painted().then((at) => probe.keys.push(at - began));
    },
    true,
  );

  const look = () => {
    if (!isWhole()) return requestAnimationFrame(look);
    return void painted().then((at) => {
      probe.scripts = performance.getEntriesByType('resource').flatMap(({ name }) => (/\.js(\?|$)/.test(name) ? name : []));
      probe.usable = at;
    });
  };
  // Documents that the browser opens on the way have no body, and are left before the first frame.
  if (location.pathname !== 'blank') requestAnimationFrame(look);
}
