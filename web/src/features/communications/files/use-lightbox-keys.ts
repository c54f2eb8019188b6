import { useEffect, useRef } from 'react';

interface Deeds {
  readonly left: () => void;
  readonly right: () => void;
  readonly close: () => void;
  readonly turn: () => void;
}

const deeds: Readonly<Record<string, keyof Deeds>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Escape: 'close',
  '+': 'turn',
  '-': 'turn',
};

/** Keys while pictures are looked at, wherever the focus is. They are taken before the page below can mean something by them. */
export function useLightboxKeys(on: Deeds): void {
  const latest = useRef(on);
  latest.current = on;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const deed = deeds[event.key];
      if (deed === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current[deed]();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
