import { ask } from './chats.js';

// The panels on which a provider is made slow, late, wrong or unreachable. What is set holds at once.

/** How a control stands in the provider's controls, by the field's kind; `read` fills the field, `value` is what is set. */
const KINDS = {
  flag: { read: (field, value) => (field.checked = value), value: (field) => field.checked },
  // How likely something is, 0 to 1: always, or never.
  share: { read: (field, value) => (field.checked = value >= 1), value: (field) => (field.checked ? 1 : 0) },
  ms: { read: (field, value) => (field.value = value || ''), value: (field) => numberIn(field) ?? 0 },
  'code-or-zero': { read: (field, value) => (field.value = value || ''), value: (field) => numberIn(field) ?? 0 },
  'code-or-null': { read: (field, value) => (field.value = value ?? ''), value: (field) => numberIn(field) },
};

/** Null where nothing stands there; NaN, which no provider takes, for what is no number. Numbers may be written as carriers write them: 0x58. */
function numberIn({ value }) {
  const text = value.trim();
  if (text === '') return null;
  return /^(0x[\da-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
}

export function wirePanel(panel, words) {
  const { path } = panel.dataset;
  const form = panel.querySelector('form');
  const told = panel.querySelector('.told');
  const fields = [...form.querySelectorAll('[data-control]')];
  const show = (controls) => {
    for (const field of fields) KINDS[field.dataset.kind].read(field, controls[field.dataset.control]);
  };
  // The carriers of SMS say more than their controls.
  const read = async (method, body) => {
    const answer = await ask(method, path, body);
    show(answer.controls ?? answer);
  };
  const change = async (work) => {
    try {
      await work();
      told.textContent = words.set;
    } catch (error) {
      told.textContent = words.wrongControl.replace('{reason}', error.message);
    }
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    const { control, kind } = target.dataset;
    if (control === undefined) return;
    const value = KINDS[kind].value(target);
    target.setAttribute('aria-invalid', String(Number.isNaN(value)));
    if (Number.isNaN(value)) told.textContent = words.wrongControl.replace('{reason}', target.value);
    else change(() => read('PUT', { [control]: value }));
  });
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    for (const field of fields) field.removeAttribute('aria-invalid');
    change(() => read('DELETE'));
  });
  read('GET').catch(() => undefined);
}
