import { MENTIONS_LIMIT, type Mention, type MentionablePerson, type Message } from '@parley/contract';
import type * as z from 'zod/mini';
import { found } from '../group/picking.ts';

/** Somebody who may be named, and by which words. */
export interface Nameable extends MentionablePerson {
  /** What stands behind the `@`: of people of one name each has another. */
  readonly label: string;
}

const fullName = ({ firstName, lastName }: MentionablePerson): string => `${firstName} ${lastName}`.trim();

/** The people with words by which each of them alone is named: the name, with the job title or a number where others bear it too. */
export function nameables(people: readonly MentionablePerson[]): readonly Nameable[] {
  const taken = new Set<string>();
  const namesakes = new Map<string, number>();
  for (const person of people) namesakes.set(fullName(person), (namesakes.get(fullName(person)) ?? 0) + 1);
  return people.map((person) => {
    const name = fullName(person);
    const titled = person.jobTitle === '' ? name : `${name} (${person.jobTitle})`;
    const wanted = (namesakes.get(name) ?? 0) > 1 ? titled : name;
    let label = wanted;
    for (let n = 2; taken.has(label.toLowerCase()); n += 1) label = `${wanted} (${n})`;
    taken.add(label.toLowerCase());
    return { ...person, label };
  });
}

const isPartOfWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);

/** Whom a text names, in its order: `@` and the whole label, at the beginning of a word and up to the end of one. */
export function mentionsIn(text: string, people: readonly Nameable[]): Mention[] {
  const longestFirst = [...people].sort((a, b) => b.label.length - a.label.length);
  const mentions: Mention[] = [];
  for (let from = text.indexOf('@'); from !== -1 && mentions.length < MENTIONS_LIMIT; from = text.indexOf('@', from + 1)) {
    if (isPartOfWord(text[from - 1])) continue;
    const begins = ({ label }: Nameable) => text.startsWith(label, from + 1) && !isPartOfWord(text[from + 1 + label.length]);
    const person = longestFirst.find(begins);
    if (person === undefined) continue;
    mentions.push({ userId: person.id, from, length: person.label.length + 1 });
    from += person.label.length;
  }
  return mentions;
}

/**
 * Whom a text means who do not see the room, by their labels: by the whole label, or by a first name that nobody bears who does see it. In
 * whatever letters; nobody is told by such words.
 */
export function meantWithoutSight(text: string, people: readonly Nameable[], blind: readonly Nameable[]): readonly string[] {
  const seen = new Set(people.flatMap(({ label, firstName }) => [label.toLowerCase(), firstName.toLowerCase()]));
  const names = blind
    .flatMap(({ label, firstName }) => [...new Set([label, firstName])].map((name) => ({ label, name: name.toLowerCase() })))
    .filter(({ name }) => name !== '' && !seen.has(name))
    .sort((a, b) => b.name.length - a.name.length);
  const named = mentionsIn(text, people);
  const lower = text.toLowerCase();
  const meant = new Set<string>();
  for (let from = lower.indexOf('@'); from !== -1; from = lower.indexOf('@', from + 1)) {
    if (isPartOfWord(lower[from - 1]) || named.some((mention) => mention.from === from)) continue;
    const found = names.find(({ name }) => lower.startsWith(name, from + 1) && !isPartOfWord(lower[from + 1 + name.length]));
    if (found !== undefined) meant.add(found.label);
  }
  return [...meant];
}

/** Of those whom a message names, those whose words stand where they stood. For when nobody's name of today can be had. */
export const stillNamed = ({ text, mentions = [] }: Pick<z.infer<typeof Message>, 'text' | 'mentions'>, words: string): Mention[] =>
  mentions.filter(({ from, length }) => words.slice(from, from + length) === text?.slice(from, from + length));

/** What is being typed behind an `@` where the caret stands; null where nobody is being named. */
export function askedAt(text: string, caret: number): { from: number; search: string } | null {
  const match = /(?:^|[^\p{L}\p{N}_@])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u.exec(text.slice(0, caret));
  const search = match?.[1];
  return search === undefined ? null : { from: caret - search.length - 1, search };
}

/** What a field holds, and where the caret stands in it. */
export interface Written {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

/** What is being typed behind an `@` in a field as it stands now; null also where something is selected. */
export const askedIn = ({ value, selectionStart, selectionEnd }: Written): ReturnType<typeof askedAt> =>
  selectionStart === selectionEnd ? askedAt(value, selectionStart) : null;

/** The words of a field with somebody named in place of what is being typed, and where the caret stands then; null where nobody is being named. */
export function withNamed(field: Written, label: string): { words: string; caret: number } | null {
  const asked = askedIn(field);
  if (asked === null) return null;
  const rest = field.value.slice(field.selectionStart);
  const upTo = `${field.value.slice(0, asked.from)}@${label}`;
  return { words: `${upTo}${rest.startsWith(' ') ? '' : ' '}${rest}`, caret: upTo.length + 1 };
}

/** So many are offered at once; whoever looks for another types a letter more. */
const OFFERED = 8;

/** Who is offered for what was typed; nobody once a name stands there whole. */
export function offeredFor(search: string, people: readonly Nameable[]): readonly Nameable[] {
  if (people.some(({ label }) => label === search)) return [];
  // A space behind the name of one who was meant ends it.
  if (search.endsWith(' ') && search.trim() !== '' && people.some(({ label }) => label === search.trim())) return [];
  return found(people, search).slice(0, OFFERED);
}

/** Who is shown behind those that are offered, so that nobody looks for them in vain: whoever does not see the room, once a letter of them is typed. */
export function shownBlind(search: string, offered: readonly Nameable[], blind: readonly Nameable[]): readonly Nameable[] {
  if (search.trim() === '' || blind.some(({ label }) => label.toLowerCase() === search.trim().toLowerCase())) return [];
  return found(blind, search).slice(0, OFFERED - offered.length);
}

/** A message's words with everybody who is named in it by the words of today, so that they are found again in it. */
export function wordsOfToday(
  { text, mentions = [] }: Pick<z.infer<typeof Message>, 'text' | 'mentions'>,
  people: readonly Nameable[],
): string {
  let words = '';
  let end = 0;
  for (const { userId, from, length } of mentions) {
    const label = people.find(({ id }) => id === userId)?.label;
    words += (text ?? '').slice(end, from) + (label === undefined ? (text ?? '').slice(from, from + length) : `@${label}`);
    end = from + length;
  }
  return words + (text ?? '').slice(end);
}
