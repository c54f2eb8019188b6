import { nameIn, recipientKey, settledRecipient, splitRecipients, withoutTwice } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { orpc } from '../../../../api/client.ts';
import { useText } from '../../../../text.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { Unseen } from '../../../../ui/Unseen.tsx';
import { readableAddress, readableRecipient } from '../../faces/readable-recipient.ts';
import styles from './EmailHead.module.css';

interface RecipientsFieldProps {
  roomId: string;
  label: string;
  recipients: readonly string[];
  /** Named in the other lines: nobody is named twice. */
  others: readonly string[];
  /** Nobody in the talk so far. */
  strangers: readonly string[];
  takesFocus?: boolean;
  onChange: (recipients: string[]) => void;
}

/** A letter that is being typed is not asked about before the next has had its time. */
const PAUSE_MS = 150;

function useOffers(roomId: string, typed: string, others: readonly string[]) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    ...orpc.emails.addresses.queryOptions({ input: { params: { roomId }, query: { prefix: asked } } }),
    enabled: asked !== '',
    staleTime: 30_000,
  });
  const taken = new Set(others.map(recipientKey));
  return typed.trim() === '' || asked === '' ? [] : (data?.content ?? []).filter(({ address }) => !taken.has(recipientKey(address)));
}

/**
 * One line of recipients: each a chip. Enter, a comma or a list that is pasted makes chips of what was typed, Backspace takes the last one back into the
 * field, and the arrows go through those who are offered.
 */
export function RecipientsField({ roomId, label, recipients, others, strangers, takesFocus = false, onChange }: RecipientsFieldProps) {
  const text = useText();
  const list = useId();
  const fault = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(-1);
  const offers = useOffers(roomId, typed, [...recipients, ...others]);
  const active = offers[at];
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const take = (more: readonly string[]) => {
    setTyped('');
    setAt(-1);
    const settled = more.map((one) => settledRecipient(one) ?? one);
    const next = withoutTwice([...recipients, ...settled], others);
    if (next.length !== recipients.length) onChange(next);
  };
  const takeTyped = () => {
    const found = splitRecipients(typed);
    if (found.length > 0) take(found);
    else setTyped('');
  };
  const offer = ({ address, name }: { address: string; name: string }) =>
    take([name === '' ? address : `${name.replace(/[<>"]/g, '')} <${address}>`]);
  const leaveOut = (one: string) => {
    onChange(recipients.filter((other) => other !== one));
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { key } = event;
    if ((key === 'ArrowDown' || key === 'ArrowUp') && offers.length > 0) {
      event.preventDefault();
      setAt(key === 'ArrowDown' ? (at + 1) % offers.length : (at <= 0 ? offers.length : at) - 1);
    } else if (key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      setTyped('');
      setAt(-1);
    } else if (key === 'Backspace' && typed === '' && recipients.length > 0) {
      event.preventDefault();
      setTyped(recipients.at(-1) ?? '');
      onChange(recipients.slice(0, -1));
    } else if (key === 'Enter' || key === ',' || key === ';' || (key === 'Tab' && active !== undefined)) {
      // Within a name in quotes a comma is one of its letters.
      if (key === ',' && /^[^"]*"[^"]*$/.test(typed)) return;
      event.preventDefault();
      if (active !== undefined && key !== ',' && key !== ';') offer(active);
      else takeTyped();
    }
  };
  const paste = (event: ClipboardEvent) => {
    const found = splitRecipients(event.clipboardData.getData('text/plain'));
    if (typed !== '' || found.length === 0 || (found.length === 1 && settledRecipient(found[0] ?? '') === null)) return;
    event.preventDefault();
    take(found);
  };
  const faulty = recipients.filter((one) => settledRecipient(one) === null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw itself.
    <div className={styles.line} role="group" aria-label={label}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.recipients}>
        {recipients.map((one) => {
          const isFaulty = faulty.includes(one);
          const isNew = strangers.includes(one);
          const words = text('EMAIL_RECIPIENT_LEAVE_OUT', { name: readableRecipient(one) });
          return (
            <span key={one} className={styles.chip} data-faulty={isFaulty} data-new={isNew} title={readableRecipient(one)}>
              {isFaulty || isNew ? <Icon name="alert" size={14} /> : null}
              <span className={styles.name} dir="auto">
                {nameIn(one) || readableAddress(one)}
              </span>
              {isNew ? <span className={styles.isNew}>{text('EMAIL_NEW_IN_ROOM')}</span> : null}
              <button type="button" aria-label={words} title={words} onClick={() => leaveOut(one)}>
                <Icon name="x" size={14} />
              </button>
            </span>
          );
        })}
        <input
          ref={field}
          className={styles.input}
          type="text"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-label={label}
          aria-expanded={offers.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${list}-${at}`}
          aria-invalid={faulty.length > 0}
          aria-describedby={faulty.length > 0 ? fault : undefined}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAt(-1);
          }}
          onKeyDown={press}
          onPaste={paste}
          onBlur={takeTyped}
        />
        <div id={list} role="listbox" aria-label={text('EMAIL_OFFERED')} className={styles.offers} hidden={offers.length === 0}>
          {offers.map((one, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's, which names it as the active one.
            <div
              key={one.address}
              id={`${list}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={styles.offer}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => offer(one)}
            >
              <span className={styles.offerName}>{one.name === '' ? readableAddress(one.address) : one.name}</span>
              {one.name === '' ? null : <span className={styles.offerAddress}>{readableAddress(one.address)}</span>}
            </div>
          ))}
        </div>
      </div>
      <Unseen>
        <span role="status">{offers.length > 0 ? text('EMAIL_OFFERED_COUNT', { count: offers.length }) : ''}</span>
      </Unseen>
      {faulty.length === 0 ? null : (
        <p id={fault} className={styles.fault} role="alert">
          {text('EMAIL_RECIPIENT_FAULTY', { address: faulty.map(readableRecipient).join(', ') })}
        </p>
      )}
    </div>
  );
}
