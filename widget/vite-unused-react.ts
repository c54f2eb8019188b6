import type { Plugin } from 'vite';

/**
 * Steps that React takes at each commit for those parts; for a page without them they change nothing, so an empty step is the same.
 */
const steps = [
  ...['trackEnterViewTransitions', 'commitEnterViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions'],
  ...['restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions', 'measureNestedViewTransitions'],
  ...['commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects'],
];

/** What begins such a part: reached only by a component that the chat does not have. Who adds one is told at once. */
const beginnings = [
  // <ViewTransition>
  ...['createViewTransitionInstance', 'startViewTransition', 'applyViewTransitionToHostInstances', 'restoreViewTransitionOnHostInstances'],
  ...['measureViewTransitionHostInstancesRecursive', 'scheduleViewTransitionEvent', 'restoreViewTransitionName'],
  ...['getViewTransitionName', 'getViewTransitionClassName'],
  // A ref on a fragment.
  ...['FragmentInstance', 'addFragmentHandleToFiber', 'commitNewChildToFragmentInstance'],
  // <link>, <style>, <meta>, <title> and <script>, which React would move into the head, and `preload` and its like.
  ...['getResource', 'acquireResource', 'createHoistableInstance', 'mountHoistable', 'getHydratableHoistableCache'],
  ...['preloadResource', 'preloadResourceAndSuspendIfNeeded', 'suspendResource', 'insertSuspendedStylesheets'],
  ...['preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript'],
  // <Suspense>, <SuspenseList>, <Activity>.
  ...['updateSuspenseComponent', 'updateSuspenseListComponent', 'updateActivityComponent'],
  // `useActionState` and `useOptimistic`.
  ...['mountActionState', 'updateActionState', 'rerenderActionState', 'updateOptimisticImpl'],
];

/** What hangs on those functions, as it stands at the beginning of a line. */
const prototypes = /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.[\s\S]*?^\};\n/gm;

/** React's part for documents without what the chat does not use of it. @throws when a function is not where it was */
export function withoutUnused(code: string): string {
  const replaced = (source: string, name: string, body: string): string => {
    const whole = new RegExp(`^function ${name}\\([\\s\\S]*?^\\}\\n`, 'm');
    if (!whole.test(source)) throw new Error(`react-dom has no function ${name} any more: compare widget/vite-unused-react.ts with it`);
    return source.replace(whole, `function ${name}() {${body}}\n`);
  };
  const withoutSteps = steps.reduce((source, name) => replaced(source, name, ''), code);
  return beginnings
    .reduce((source, name) => replaced(source, name, ' throw Error(notInThisBuild); '), withoutSteps)
    .replace(prototypes, '')
    .replace(
      '"use strict";',
      '"use strict";\nvar notInThisBuild = "This part of React is not in this build (widget/vite-unused-react.ts).";',
    );
}

/**
 * Leaves out of React's part for documents what the chat does not use and no bundler can see: view transitions, refs on fragments,
 * elements for the document's head, suspense; 10 kB as a browser loads them. React's version is pinned; a new one in which one of these
 * functions is gone does not build.
 */
export const unusedReact: Plugin = {
  name: 'unused-react',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (/\/react-dom-client\.production\.js$/.test(id) ? { code: withoutUnused(code), map: null } : null),
};
