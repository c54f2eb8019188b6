/** How long one may wait between the two strokes of a sequence. */
export const SEQUENCE_WITHIN_MS = 1500;

type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * One stroke as bindings write it: `e`, `mod+k`, `escape`, `?`. Letters and digits go by their place on an English keyboard, so
 * that they work with a Cyrillic layout too, as does the key of `/` and `?`; null for what binds nothing (a modifier alone, Alt, which writes letters).
 */
export function strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string | null {
  if (altKey || ['Control', 'Shift', 'Meta', 'Alt', 'AltGraph', 'Dead', 'Process'].includes(key)) return null;
  const letter = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const isMark = letter?.[2] !== undefined && shiftKey;
  const mark = code === 'Slash' ? (shiftKey || key === '?' ? '?' : '/') : key.toLowerCase();
  const name = letter && !isMark ? (letter[1] ?? letter[2] ?? '').toLowerCase() : mark;
  if (name === ' ') return null;
  const shift = shiftKey && (letter?.[1] !== undefined || name === 'enter') ? 'shift+' : '';
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${name}`;
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const shownNames: Readonly<Record<string, string>> = {
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
};

/** The strokes of a binding as a person reads them: `[['Ctrl', 'K']]`, `[['G'], ['C']]`. */
export function shownStrokes(keys: string): string[][] {
  if (keys === '') return [];
  return keys.split(' ').map((stroke) =>
    stroke.split('+').map((part) => {
      if (part === 'mod') return isMac() ? '⌘' : 'Ctrl';
      if (part === 'shift') return isMac() ? '⇧' : 'Shift';
      return shownNames[part] ?? part.toUpperCase();
    }),
  );
}

/** True when both cannot be told apart: the same, or the beginning of the other. */
export const clash = (a: string, b: string): boolean => a !== '' && b !== '' && (a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `));
