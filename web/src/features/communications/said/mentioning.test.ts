import { type MentionablePerson, mentionsFit } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedAt,
  askedIn,
  meantWithoutSight,
  mentionsIn,
  nameables,
  offeredFor,
  shownBlind,
  stillNamed,
  withNamed,
  wordsOfToday,
} from './mentioning.ts';

const person = (id: string, firstName: string, lastName: string, jobTitle = ''): MentionablePerson => ({
  id,
  firstName,
  lastName,
  jobTitle,
});
const people = nameables([
  person('elena', 'Elena', 'Petrova', 'Orders'),
  person('eleni', 'Elena', 'Petrova', 'Returns'),
  person('ana', 'Ana', 'Todorova'),
  person('anam', 'Ana', 'Todorova-Marin'),
  person('ivan', 'Иван', 'Стоянов'),
]);
const mention = (userId: string, from: number, length: number) => ({ userId, from, length });
const named = (text: string) => mentionsIn(text, people).map(({ userId, from, length }) => [userId, text.slice(from, from + length)]);

describe('who is named in a text', () => {
  it('is whoever was, where their words still stand as before, also when nobody’s name can be asked for', () => {
    const message = { text: '@Ana Todorova: see @Ivan', mentions: [mention('ana', 0, 13), mention('ivan', 19, 5)] };
    expect(stillNamed(message, '@Ana Todorova: see @Ivan, please').map(({ userId }) => userId)).toEqual(['ana', 'ivan']);
    expect(stillNamed(message, '@Ana Todorova, see him').map(({ userId }) => userId)).toEqual(['ana']);
    expect(stillNamed({ text: 'Words' }, '@Ana')).toEqual([]);
  });

  it('is told by the whole name, the longer one first, and of namesakes by what tells them apart', () => {
    expect(people.map(({ label }) => label)).toEqual([
      'Elena Petrova (Orders)',
      'Elena Petrova (Returns)',
      'Ana Todorova',
      'Ana Todorova-Marin',
      'Иван Стоянов',
    ]);
    expect(named('@Ana Todorova-Marin and @Ana Todorova, (@Иван Стоянов)')).toEqual([
      ['anam', '@Ana Todorova-Marin'],
      ['ana', '@Ana Todorova'],
      ['ivan', '@Иван Стоянов'],
    ]);
    expect(named('@Elena Petrova (Returns)!')).toEqual([['eleni', '@Elena Petrova (Returns)']]);
    expect(named('mail@Ana Todorova, @Ana Todorovaa, @Elena Petrova')).toEqual([]);
    expect(nameables([person('1', 'A', 'B'), person('2', 'A', 'B'), person('3', 'A', 'B')]).map(({ label }) => label)).toEqual([
      'A B',
      'A B (2)',
      'A B (3)',
    ]);
  });

  it('always fits the text', () => {
    const piece = fc.oneof(fc.constantFrom('@', ' ', '@Ana Todorova', '@Иван Стоянов', '@@', '\n', '👍'), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(mentionsFit({ text, mentions: mentionsIn(text, people) })).toBe(true);
      }),
    );
  });

  it('is found again in the words of today', () => {
    const text = '@Old Name and @Ana Todorova';
    const mentions = [
      { userId: 'ivan', from: 0, length: 9 },
      { userId: 'ana', from: 14, length: 13 },
    ];
    const today = wordsOfToday({ text, mentions }, people);
    expect(today).toBe('@Иван Стоянов and @Ana Todorova');
    expect(mentionsIn(today, people).map(({ userId }) => userId)).toEqual(['ivan', 'ana']);
  });
});

describe('a name that is being typed', () => {
  it('stands between the sign and the caret', () => {
    expect(askedAt('Hello @an', 9)).toEqual({ from: 6, search: 'an' });
    expect(askedAt('@', 1)).toEqual({ from: 0, search: '' });
    expect(askedAt('@ana to', 7)).toEqual({ from: 0, search: 'ana to' });
    for (const text of ['Hello', 'mail@an', '@ana to b', '@ana\n']) expect(askedAt(text, text.length)).toBeNull();
  });

  it('offers who begins so, and nobody once it is whole', () => {
    expect(offeredFor('to', people).map(({ id }) => id)).toEqual(['ana', 'anam']);
    expect(offeredFor('Ana Todorova', people)).toEqual([]);
    expect(offeredFor('Ana Todorova ', people)).toEqual([]);
    expect(offeredFor('nobody', people)).toEqual([]);
  });
});

describe('somebody who is taken', () => {
  /** A field in which the caret stands at `|`. */
  const field = (written: string) => {
    const at = written.indexOf('|');
    return { value: written.replace('|', ''), selectionStart: at, selectionEnd: at };
  };
  const taken = (written: string) => {
    const next = withNamed(field(written), 'Ana Todorova');
    return next && `${next.words.slice(0, next.caret)}|${next.words.slice(next.caret)}`;
  };

  it('takes the place of every letter that the field holds up to the caret, and of none behind it', () => {
    expect(taken('Ask @ana|')).toBe('Ask @Ana Todorova |');
    expect(taken('@|')).toBe('@Ana Todorova |');
    expect(taken('@ana| about it')).toBe('@Ana Todorova |about it');
    expect(taken('@ana|, please')).toBe('@Ana Todorova |, please');
  });

  it('is nobody where nobody is being named any more, or words are selected', () => {
    expect(taken('Ask Ana|')).toBeNull();
    expect(askedIn({ value: '@ana', selectionStart: 1, selectionEnd: 4 })).toBeNull();
  });
});

describe('a colleague who does not see the room', () => {
  const blind = nameables([person('emil', 'Emil', 'Stanchev'), person('ana2', 'Ana', 'Koleva'), person('maria', 'Мария', 'Стоянова')]);
  const meant = (text: string) => meantWithoutSight(text, people, blind);

  it('is meant by the whole name or a first name that nobody bears who sees it, in whatever letters', () => {
    expect(meant('@emil, look')).toEqual(['Emil Stanchev']);
    expect(meant('Ask @EMIL STANCHEV and @мария: @Emil')).toEqual(['Emil Stanchev', 'Мария Стоянова']);
    expect(meant('@Ana Koleva')).toEqual(['Ana Koleva']);
    for (const text of ['@Ana', '@ana todorova', '@Ana Todorova', 'mail@emil', '@emilia', '@', '@Иван Стоянов', 'Emil'])
      expect(meant(text)).toEqual([]);
  });

  it('is shown behind those who are offered, once a letter is typed and until the name is whole', () => {
    const shown = (search: string) => shownBlind(search, offeredFor(search, people), blind).map(({ id }) => id);
    expect(shown('em')).toEqual(['emil']);
    expect(shown('ana')).toEqual(['ana2']);
    expect(shown('стоян')).toEqual(['maria']);
    for (const search of ['', ' ', 'Emil Stanchev', 'emil stanchev ', 'nobody']) expect(shown(search)).toEqual([]);
    expect(
      shownBlind(
        'em',
        Array.from({ length: 8 }, () => people[0] as (typeof people)[0]),
        blind,
      ),
    ).toEqual([]);
  });
});
