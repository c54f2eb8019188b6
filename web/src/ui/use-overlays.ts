import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toastError } from './toast.ts';

type Overlays = typeof import('./overlays.ts');

let loaded: Overlays | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the code of menus and popovers; rejects when it does not come, and the next call tries again. */
export function loadOverlays(): Promise<void> {
  loading ??= import('./overlays.ts').then(
    (overlays) => {
      loaded = overlays;
      for (const listener of listeners) listener();
    },
    (problem: unknown) => {
      loading = null;
      throw problem;
    },
  );
  return loading;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const here = () => loaded;

/** Until the code is there, the opening button stands alone; afterwards another element stands in its place and takes its focus over. */
function useHandedFocus(): (element: HTMLElement | null) => (() => void) | undefined {
  const had = useRef(false);
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    if (had.current) element.focus();
    had.current = false;
    return () => {
      had.current = document.activeElement === element;
    };
  }, []);
}

/**
 * The code of menus and popovers, null until it was `wanted` once and is loaded, which being wanted asks for. `isReady` turns true only after
 * what opens was drawn closed once: it notes then where the focus came from. `button` is the opening button's ref.
 */
export function useOverlays(wanted: boolean) {
  const code = useSyncExternalStore(listen, here, here);
  // Most of what could open on a page never does: until then its button is all there is of it.
  const [wasWanted, setWasWanted] = useState(wanted);
  if (wanted && !wasWanted) setWasWanted(true);
  const overlays = wasWanted ? code : null;
  const [isReady, setReady] = useState(false);
  const button = useHandedFocus();
  useEffect(() => setReady(overlays !== null), [overlays]);
  useEffect(() => {
    if (wanted) loadOverlays().catch(() => toastError('FRAME_UNREACHABLE'));
  }, [wanted]);
  return { overlays, isReady, button };
}
