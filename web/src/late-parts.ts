import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';
import { unheed } from './replaced.ts';
import { everyText } from './text.ts';

/** So often a part is asked for while it does not come although there is a network. */
const TRIES = 2;
const AGAIN_AFTER_MS = 1000;

const untilAgain = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      removeEventListener('online', go);
      resolve();
    };
    // Without a network nothing comes, however often it is asked for.
    if (navigator.onLine) setTimeout(go, AGAIN_AFTER_MS);
    else addEventListener('online', go);
  });

/** Asks for a part of the page until it comes: without a network as soon as there is one again. Rejects with what the last attempt failed of. */
export async function untilItComes<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (problem) {
      if (!navigator.onLine) tries = 0;
      if (tries >= TRIES) throw problem;
      // It is no reason yet to load the page anew.
      unheed(problem);
      await untilAgain();
    }
  }
}

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
    if (held === null) [held] = await Promise.all([untilItComes(asked), untilItComes(everyText)]);
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
