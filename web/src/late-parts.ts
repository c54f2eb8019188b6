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

/** @param asked fetches the part: an `import()` */
export function lateParts<Part extends object>(asked: () => Promise<Part>): LateParts<Part> {
  let held: Part | null = null;
  const load = async () => {
    if (held === null) held = await partWithWords(untilItComes(asked), untilItComes(everyText));
    return held;
  };
  const late = (name: keyof Part) => {
    const componentOf = (part: Part) => part[name] as ComponentType;
    const later = lazy(async () => ({ default: componentOf(await load()) }));
    const componentNow = () => (held === null ? later : componentOf(held));
    return (given: object) => createElement(LateComponent, { componentNow, given });
  };
  return { load, isHere: () => held !== null, late: late as LateParts<Part>['late'] };
}
