import './introduction/introduction.css';
import type { Details } from '../link/messages.ts';
import type { Answer } from './api.ts';
import { looksLikeAddress } from './introduction/faults.ts';
import type { Words } from './text.ts';

/**
 * Asks for an e-mail address and sends the conversation there, in a dialog over the chat. By the document's own means: it comes only
 * when somebody wants it. @param known what the visitor told before
 */
export function askTranscript(words: Words, known: Details, send: (email: string) => Promise<Answer<unknown>>): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'email',
    id: 'transcript-to',
    autocomplete: 'email',
    maxLength: 320,
    value: String(known.email ?? ''),
  });
  const label = Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: words('WIDGET_TRANSCRIPT_TO') });
  const said = Object.assign(document.createElement('p'), { id: 'transcript-said', className: 'fine failed', hidden: true });
  said.setAttribute('role', 'alert');
  const submit = Object.assign(document.createElement('button'), { className: 'main', textContent: words('WIDGET_TRANSCRIPT_SEND') });
  const cancel = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'text',
    textContent: words('WIDGET_TRANSCRIPT_CANCEL'),
  });
  const buttons = Object.assign(document.createElement('div'), { className: 'answers' });
  buttons.append(cancel, submit);
  const form = Object.assign(document.createElement('form'), { className: 'introduction', noValidate: true });
  form.append(label, input, said, buttons);
  const box = Object.assign(document.createElement('dialog'), { className: 'ask' });
  box.setAttribute('aria-label', words('WIDGET_TRANSCRIPT'));
  box.append(form);

  function say(key: 'WIDGET_EMAIL_FAULT' | 'WIDGET_TRANSCRIPT_LATER', isWrong: boolean): void {
    said.hidden = false;
    said.textContent = words(key);
    input.setAttribute('aria-invalid', String(isWrong));
    input.setAttribute('aria-describedby', said.id);
    input.focus();
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const email = input.value.trim();
    if (!looksLikeAddress(email)) return say('WIDGET_EMAIL_FAULT', true);
    submit.disabled = true;
    const answer = await send(email);
    submit.disabled = false;
    if (answer.is === 'refused') return say('WIDGET_EMAIL_FAULT', true);
    if (answer.is !== 'ok') return say('WIDGET_TRANSCRIPT_LATER', false);
    const end = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'main',
      textContent: words('WIDGET_TRANSCRIPT_CLOSE'),
    });
    end.addEventListener('click', () => box.close());
    const sent = Object.assign(document.createElement('p'), { textContent: words('WIDGET_TRANSCRIPT_SENT', { email }) });
    sent.setAttribute('role', 'status');
    buttons.replaceChildren(end);
    form.replaceChildren(sent, buttons);
    end.focus();
  });
  cancel.addEventListener('click', () => box.close());
  box.addEventListener('close', () => box.remove());
  document.getElementById('chat')?.append(box);
  box.showModal();
}
