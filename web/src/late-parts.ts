import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';
import { together } from './replaced.ts';
import { everyText } from './text.ts';

/** Asks for a part of the page; without a network again as soon as there is one. Rejects with what it failed of although there is one. */
export async function untilItComes<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (problem) {
      if (navigator.onLine) throw problem;
      await new Promise((again) => addEventListener('online', again, { once: true }));
    }
  }
}

/** A part of the page, once its words are here too. */
export const partWithWords = async <Part>(part: Promise<Part>, words = everyText()): Promise<Part> => (await together(part, words))[0];

/** A part of the page that comes after it, with its words. */
export interface LateParts<Part> {
  load: () => Promise<Part>;
  isHere: () => boolean;
  /** One of its components: suspends until the part is here, and is drawn in the same moment where it was before. */
  late: <Name extends keyof Part>(name: Name) => Part[Name] extends ComponentType<infer Props> ? FunctionComponent<Props> : never;
}

/** Stays the one as which it was first drawn. */
function LateComponent({ componentNow, given }: { componentNow: () => ComponentType; given: object }) {
  const [Component] = useState<ComponentType>(() => componentNow());
  return createElement(Component, given);
}

/** What failed holds on to that for as long as it is drawn: each of these begins once more. */
const failed = new Set<() => void>();

/** Somebody wants what did not come once more: whatever is drawn from now on is asked for again. */
export function askAgain(): void {
  for (const begin of failed) begin();
  failed.clear();
}

/**
 * A part that is drawn once it has come: the only place of `lazy`, which by itself would never ask again, whatever it failed of (`late-parts.test.ts`).
 *
 * @param asked fetches the part: an `import()`
 * @param words what it says that is not here with what asks for it
 */
export function lateParts<Part extends object>(
  asked: () => Promise<Part>,
  words: (() => Promise<void>) | null = everyText,
): LateParts<Part> {
  let held: Part | null = null;
  const load = async () => {
    held ??= await (words === null ? untilItComes(asked) : partWithWords(untilItComes(asked), untilItComes(words)));
    return held;
  };
  const late = (name: keyof Part) => {
    const componentOf = (part: Part) => part[name] as ComponentType;
    const begun = () =>
      lazy(async () => {
        try {
          return { default: componentOf(await load()) };
        } catch (problem) {
          failed.add(() => {
            later = begun();
          });
          throw problem;
        }
      });
    let later = begun();
    const componentNow = () => (held === null ? later : componentOf(held));
    return (given: object) => createElement(LateComponent, { componentNow, given });
  };
  return { load, isHere: () => held !== null, late: late as LateParts<Part>['late'] };
}
