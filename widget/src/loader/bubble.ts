import { readableOn } from '@parley/contract/colours';
import { element, icon, icons } from './elements.ts';
import type { Look } from './look.ts';
import { plainLook } from './look.ts';
import { style } from './style.ts';
import { bubbleLabel, wordsOf } from './words.ts';

export interface Doings {
  open(): void;
  close(): void;
  again(): void;
  hideGreeting(): void;
  /** The pointer or the keyboard comes near: a good moment to load the chat. */
  near(): void;
}

/** What the visitor sees of the widget on the page. */
export interface View {
  /** `closed`: the bubble. `waiting` and `failed`: the bubble and a small card. `open`: the chat in its frame. */
  stage: 'closed' | 'waiting' | 'failed' | 'open';
  greeting: boolean;
  unread: number;
}

/**
 * The widget's element for the page, with everything it shows. Until the chat is ready its frame is invisible and takes
 * no pointer; waiting and failing show a small card beside the bubble, never something over the page.
 * @param slot which of several widgets on the page this is: their bubbles stand side by side
 */
export function bubbleFor(slot: number, doings: Doings) {
  const host = element('div', { 'data-parley-widget': '' });
  // The page's own rules ("div { display: none }") must not reach the element that holds ours.
  for (const [name, value] of [
    ['all', 'initial'],
    ['position', 'fixed'],
    ['z-index', '2147483000'],
    ['right', '0'],
    ['bottom', '0'],
  ] as const)
    host.style.setProperty(name, value, 'important');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];

  const count = element('span', { class: 'count', hidden: '', 'aria-hidden': 'true' });
  const button = element('button', { class: 'bubble', type: 'button', hidden: '' }, icon(icons.talk), count);
  const say = element('button', { class: 'say', type: 'button' });
  const hide = element('button', { class: 'hide', type: 'button' }, icon(icons.close));
  const hello = element('div', { class: 'hello', hidden: '' }, say, hide);
  const status = element('p', { role: 'status' });
  const again = element('button', { type: 'button' });
  const dismiss = element('button', { type: 'button' });
  const card = element('div', { class: 'wait', hidden: '' }, status, element('div', { class: 'verbs' }, again, dismiss));
  const frame = element('div', { class: 'frame' });
  root.append(hello, card, button, frame);

  let look: Look = plainLook;
  let shown: View = { stage: 'closed', greeting: false, unread: 0 };
  button.addEventListener('click', () => (shown.stage === 'closed' ? doings.open() : doings.close()));
  for (const event of ['pointerenter', 'focus', 'touchstart'] as const) button.addEventListener(event, doings.near, { passive: true });
  say.addEventListener('click', doings.open);
  hide.addEventListener('click', doings.hideGreeting);
  again.addEventListener('click', doings.again);
  dismiss.addEventListener('click', doings.close);

  function show(view: View): void {
    const words = wordsOf(look.language);
    const isLeft = shown.stage === 'open' && view.stage !== 'open' && root.activeElement !== null;
    shown = view;
    const open = view.stage === 'open';
    frame.classList.toggle('shown', open);
    frame.toggleAttribute('inert', !open);
    button.hidden = open;
    button.setAttribute(
      'aria-label',
      view.stage === 'closed' ? bubbleLabel(words, look.language ?? 'en', view.unread) : words.WIDGET_CLOSE,
    );
    button.setAttribute('aria-expanded', String(view.stage !== 'closed'));
    count.hidden = view.unread === 0;
    count.textContent = view.unread > 99 ? '99+' : String(view.unread);
    hello.hidden = !view.greeting || view.stage !== 'closed';
    const failed = view.stage === 'failed';
    card.hidden = !failed && view.stage !== 'waiting';
    again.hidden = !failed;
    status.textContent = card.hidden ? '' : failed ? words.WIDGET_UNREACHABLE : words.WIDGET_OPENING;
    if (isLeft) button.focus({ preventScroll: true });
  }

  /** Colours and texts by the account's settings. The bubble is invisible until this was called once. */
  function wear(next: Look): void {
    look = next;
    const words = wordsOf(look.language);
    host.style.setProperty('--slot', String(slot));
    host.style.setProperty('--w1', look.primaryColor);
    host.style.setProperty('--w1-on', readableOn(look.primaryColor));
    host.style.setProperty('--w2', look.secondaryColor);
    host.style.setProperty('--w2-on', readableOn(look.secondaryColor));
    say.textContent = look.welcomeMessage;
    hide.setAttribute('aria-label', words.WIDGET_HIDE_GREETING);
    again.textContent = words.WIDGET_TRY_AGAIN;
    dismiss.textContent = words.WIDGET_CLOSE;
    frame.querySelector('iframe')?.setAttribute('title', words.WIDGET_FRAME_TITLE);
    show(shown);
  }

  return { host, frame, show, wear, title: () => wordsOf(look.language).WIDGET_FRAME_TITLE };
}
