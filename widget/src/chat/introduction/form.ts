import './introduction.css';
import type { WidgetAppearance } from '@parley/contract/entities/widget';
import type { Field } from '../person.ts';
import type { Talk } from '../talk.ts';
import type { Words } from '../text.ts';
import { faultsOf } from './faults.ts';

const FIELDS = [
  { field: 'name', label: 'WIDGET_NAME', fault: 'WIDGET_NAME_FAULT', type: 'text', complete: 'name' },
  { field: 'email', label: 'WIDGET_EMAIL', fault: 'WIDGET_EMAIL_FAULT', type: 'email', complete: 'email' },
  { field: 'phone', label: 'WIDGET_PHONE', fault: 'WIDGET_PHONE_FAULT', type: 'tel', complete: 'tel' },
  { field: 'consent', label: 'WIDGET_CONSENT', fault: 'WIDGET_CONSENT_FAULT', type: 'checkbox', complete: 'off' },
] as const;

/**
 * Puts the form before the first message into `place`. By the document's own means: it comes for itself, only where a widget asks
 * something, and would bring half of React's parts a second time.
 * @returns how to take it away
 */
export function putForm(place: HTMLElement, { form, privacyUrl }: WidgetAppearance, talk: Talk, words: Words): () => void {
  const { person } = talk;
  person.judgeBy((values) => faultsOf(form, values), privacyUrl);
  place.setAttribute('role', 'group');
  place.setAttribute('aria-label', words('WIDGET_ABOUT_YOU'));
  const lines = FIELDS.filter(({ field }) => form[field] !== 'NO').map((one) => line(one.field, one));
  const policy = privacyLink();
  const lastLine = lines.find(({ field }) => field === 'consent');
  // Without a consent the link at the chat's foot is enough.
  if (policy) lastLine?.label.append(' ', policy);
  place.replaceChildren(...lines.map(({ row }) => row));

  function line(field: Field, { label: name, fault: faultWords, type, complete }: (typeof FIELDS)[number]) {
    const input = document.createElement('input');
    Object.assign(input, { type, id: `about-${field}`, autocomplete: complete, required: form[field] === 'REQUIRED', maxLength: 320 });
    const value = person.introduction().values[field];
    if (value === true) input.checked = true;
    else input.value = value ?? '';
    input.addEventListener('change', talk.files.attaching.go);
    input.addEventListener('input', () => talk.tellDetail(field, type === 'checkbox' ? input.checked : input.value));
    const label = document.createElement('label');
    label.htmlFor = input.id;
    const mayBeEmpty = form[field] === 'OPTIONAL' && type !== 'checkbox';
    label.append(mayBeEmpty ? words('WIDGET_OPTIONAL', { name: words(name) }) : words(name));
    const fault = document.createElement('p');
    Object.assign(fault, { id: `about-${field}-fault`, className: 'fine failed', hidden: true, textContent: words(faultWords) });
    fault.setAttribute('role', 'alert');
    const row = document.createElement('div');
    if (type === 'checkbox') row.className = 'consent';
    row.append(...(type === 'checkbox' ? [input, label] : [label, input]), fault);
    return { field, row, input, label, fault };
  }

  function privacyLink(): HTMLAnchorElement | null {
    if (privacyUrl === '') return null;
    const link = document.createElement('a');
    Object.assign(link, { href: privacyUrl, target: '_blank', rel: 'noreferrer', textContent: words('WIDGET_PRIVACY') });
    return link;
  }

  let marked: readonly Field[] = [];
  function mark(): void {
    const { faults } = person.introduction();
    if (faults === marked) return;
    const fresh = marked.length === 0;
    marked = faults;
    for (const { field, input, fault } of lines) {
      const isWrong = faults.includes(field);
      fault.hidden = !isWrong;
      input.setAttribute('aria-invalid', String(isWrong));
      if (isWrong) input.setAttribute('aria-describedby', fault.id);
      else input.removeAttribute('aria-describedby');
    }
    if (fresh) lines.find(({ field }) => faults.includes(field))?.input.focus();
  }
  mark();
  const stop = talk.subscribe(mark);
  return () => {
    stop();
    place.replaceChildren();
  };
}
