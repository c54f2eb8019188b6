import type { Mention } from '@parley/contract';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { currentLanguage, useText } from '../../../text.ts';
import { useColleaguePicture } from '../names.ts';
import { askedAt, askedIn, meantWithoutSight, mentionsIn, type Nameable, offeredFor, shownBlind, withNamed } from './mentioning.ts';
import { useBlind, useNameables } from './people.ts';
import styles from './Said.module.css';

/** Tells whom a text names. */
export type WhomItNames = (text: string) => Mention[];

interface MentionListProps {
  roomId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  /** Told how names are found as soon as they can be; null as long as that is not known. */
  onNames: (whom: WhomItNames | null) => void;
}

const nobody: WhomItNames = () => [];

const joined = (names: readonly string[]): string => new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names);

/** Where the caret stands in the field, while it has the focus; browsers say so some time after it moved. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>, text: string): number | null {
  const [caret, setCaret] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another place.
  useEffect(() => {
    const look = () => {
      const element = field.current;
      const isHere = element !== null && document.activeElement === element && element.selectionStart === element.selectionEnd;
      setCaret(isHere ? element.selectionStart : null);
    };
    look();
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [field, text]);
  return caret;
}

/**
 * Offers colleagues who see the room while an `@` is being typed: arrows go through them, Enter and Tab take one, Escape closes. The field keeps
 * the focus, and names the active one to those who hear the screen. Whoever does not see the room stands below them and cannot be taken, so that
 * Enter says so where there is nobody else: as long as the list is open, it sends nothing. Words that mean such a colleague are said to tell nobody,
 * before they are sent.
 */
export function MentionList({ roomId, field, text, onText, onNames }: MentionListProps) {
  const say = useText();
  const list = useId();
  const pictureOf = useColleaguePicture();
  const { people, failed, again } = useNameables(roomId);
  const caret = useCaret(field, text);
  const [at, setAt] = useState(0);
  /** The place of the sign whose list was closed by Escape. */
  const [closed, setClosed] = useState<number | null>(null);
  /** Enter was pressed where nobody can be taken. */
  const [isRefused, setRefused] = useState(false);
  const caretWanted = useRef<number | null>(null);
  const blind = useBlind(roomId);
  const shownFor = (wanted: ReturnType<typeof askedAt>) => {
    if (wanted === null || wanted.from === closed) return { offered: [], unseeing: [] };
    const found = people === undefined ? [] : offeredFor(wanted.search, people);
    return { offered: found, unseeing: shownBlind(wanted.search, found, blind) };
  };
  const asked = caret === null ? null : askedAt(text, caret);
  const { offered, unseeing } = shownFor(asked);
  const meant = meantWithoutSight(text, people ?? [], blind);
  const active = offered[Math.min(at, offered.length - 1)];

  useEffect(() => {
    onNames(people !== undefined ? (words) => mentionsIn(words, people) : failed ? nobody : null);
  }, [people, failed, onNames]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its first.
  useEffect(() => {
    setAt(0);
    setRefused(false);
  }, [asked?.search, asked?.from]);
  useLayoutEffect(() => {
    if (caretWanted.current === null) return;
    field.current?.setSelectionRange(caretWanted.current, caretWanted.current);
    caretWanted.current = null;
  });

  // By what stands in the field at this moment: what was drawn last may be a letter behind whoever types fast.
  const take = ({ label }: Nameable) => {
    const next = field.current && withNamed(field.current, label);
    if (next === null) return;
    caretWanted.current = next.caret;
    field.current?.focus();
    onText(next.words);
  };
  const pressed = useRef<(event: KeyboardEvent) => void>(() => undefined);
  pressed.current = (event) => {
    const now = field.current && askedIn(field.current);
    if (event.isComposing || event.keyCode === 229 || now === null) return;
    const those = shownFor(now);
    const last = those.offered.length - 1;
    if (last + those.unseeing.length < 0) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isAsDrawn = asked?.from === now.from && asked.search === now.search;
    const place = isAsDrawn ? Math.min(at, last) : 0;
    const first = those.offered[place];
    if (first === undefined && event.key !== 'Escape' && event.key !== 'Enter') return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setAt((place + step + last + 1) % (last + 1));
    else if (first !== undefined && (event.key === 'Enter' || event.key === 'Tab')) take(first);
    else if (event.key === 'Enter') setRefused(true);
    else if (event.key === 'Escape') setClosed(now.from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the field's own keys: Enter would send.
  useEffect(() => {
    const element = field.current;
    const press = (event: KeyboardEvent) => pressed.current(event);
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [field]);
  const activeId = active === undefined ? null : `${list}-${offered.indexOf(active)}`;
  useEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    element.setAttribute('aria-autocomplete', 'list');
    if (activeId !== null) {
      element.setAttribute('aria-controls', list);
      element.setAttribute('aria-activedescendant', activeId);
    }
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) element.removeAttribute(name);
    };
  }, [field, list, activeId]);

  if (failed)
    return (
      <p className={styles.failed} role="alert">
        {say('SAID_NAMES_FAILED')}
        <button type="button" onClick={again}>
          {say('FRAME_TRY_AGAIN')}
        </button>
      </p>
    );
  return (
    <>
      <span className={styles.unseen} role="status">
        {offered.length > 0
          ? say('SAID_NAMES_FOUND', { count: offered.length })
          : unseeing.length > 0
            ? say('SAID_NAMES_BLIND', { count: unseeing.length })
            : ''}
      </span>
      <div className={styles.above}>
        {offered.length + unseeing.length === 0 ? null : (
          <div id={list} role="listbox" aria-label={say('SAID_NAMES')} className={styles.offered}>
            {offered.map((person, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's, which names it as the active one.
              <div
                key={person.id}
                id={`${list}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={person === active}
                className={styles.person}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(person)}
              >
                <ColleagueAvatar name={person.label} pictureId={pictureOf(person.id)} size={20} />
                <span className={styles.personName}>{person.label}</span>
                <span className={styles.job}>{person.jobTitle}</span>
              </div>
            ))}
            {unseeing.map((person) => (
              <div
                key={person.id}
                role="option"
                tabIndex={-1}
                aria-selected={false}
                aria-disabled={true}
                className={styles.person}
                onMouseDown={(event) => event.preventDefault()}
              >
                <ColleagueAvatar name={person.label} pictureId={pictureOf(person.id)} size={20} />
                <span className={styles.personName}>{person.label}</span>
                <span className={styles.job}>{say('SAID_NAMES_DOES_NOT_SEE')}</span>
              </div>
            ))}
          </div>
        )}
        {isRefused ? (
          <p className={styles.meant} role="alert">
            {say('SAID_NAMES_NOBODY_TO_CHOOSE')}
          </p>
        ) : meant.length === 0 ? null : (
          <p className={styles.meant} role="status">
            {meant.length === 1
              ? say('SAID_NAME_OUT_OF_SIGHT', { name: meant[0] ?? '' })
              : say('SAID_NAMES_OUT_OF_SIGHT', { names: joined(meant) })}
          </p>
        )}
      </div>
    </>
  );
}
