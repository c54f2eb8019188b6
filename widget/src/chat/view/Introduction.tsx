import '../introduction.css';
import type { WidgetAppearance } from '@parley/contract/entities/widget';
import { useId, useSyncExternalStore } from 'react';
import type { Talk } from '../talk.ts';
import { useWords } from '../text.ts';
import { Icon } from './Icon.tsx';

const LINES = [
  { field: 'name', label: 'WIDGET_NAME', fault: 'WIDGET_NAME_FAULT', type: 'text', complete: 'name' },
  { field: 'email', label: 'WIDGET_EMAIL', fault: 'WIDGET_EMAIL_FAULT', type: 'email', complete: 'email' },
  { field: 'phone', label: 'WIDGET_PHONE', fault: 'WIDGET_PHONE_FAULT', type: 'tel', complete: 'tel' },
] as const;

/** What the widget asks before the first message. It goes with that message: there is no step of its own. */
export function Introduction({ widget: { form, privacyUrl }, talk }: { widget: WidgetAppearance; talk: Talk }) {
  const words = useWords();
  const id = useId();
  const { values, faults } = useSyncExternalStore(talk.subscribe, talk.person.introduction);
  const policy = privacyUrl !== '' && (
    <a href={privacyUrl} target="_blank" rel="noreferrer">
      {words('WIDGET_PRIVACY')}
    </a>
  );
  const fault = (field: string, text: string) => (
    <p id={`${id}-${field}-fault`} className="fine failed">
      <Icon of="alert" />
      {text}
    </p>
  );
  return (
    <section className="introduction" aria-label={words('WIDGET_ABOUT_YOU')}>
      {LINES.filter(({ field }) => form[field] !== 'NO').map(({ field, label, fault: faultKey, type, complete }) => {
        const isWrong = faults.includes(field);
        const value = values[field];
        return (
          <div key={field}>
            <label htmlFor={`${id}-${field}`}>
              {words(label)} {form[field] === 'OPTIONAL' && <span className="fine">{words('WIDGET_OPTIONAL')}</span>}
            </label>
            <input
              id={`${id}-${field}`}
              type={type}
              autoComplete={complete}
              maxLength={field === 'name' ? 120 : 320}
              value={typeof value === 'string' ? value : ''}
              required={form[field] === 'REQUIRED'}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? `${id}-${field}-fault` : undefined}
              onChange={({ target }) => talk.tellDetail(field, target.value)}
            />
            {isWrong && fault(field, words(faultKey))}
          </div>
        );
      })}
      {form.consent === 'NO' ? (
        policy && <p className="fine">{policy}</p>
      ) : (
        <div>
          <label className="consent">
            <input
              type="checkbox"
              checked={values.consent === true}
              required={form.consent === 'REQUIRED'}
              aria-invalid={faults.includes('consent')}
              aria-describedby={faults.includes('consent') ? `${id}-consent-fault` : undefined}
              onChange={({ target }) => talk.tellDetail('consent', target.checked)}
            />
            <span>
              {words('WIDGET_CONSENT')} {policy}
            </span>
          </label>
          {faults.includes('consent') && fault('consent', words('WIDGET_CONSENT_FAULT'))}
        </div>
      )}
      <p className="unseen" role="alert">
        {faults.length > 0 && words('WIDGET_FORM_FAULT')}
      </p>
    </section>
  );
}
