import { useLayoutEffect, useRef } from 'react';

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;

/**
 * What can be done with a room beside its main action (`data-beside`) has words as long as nothing is cut for them (`data-whole`: the name of the room, who holds
 * it); from the last of them on they are signs else.
 */
function giveRoom(head: HTMLElement): void {
  const deeds = [...head.querySelectorAll<HTMLElement>('[data-beside=true]')];
  for (const deed of deeds) delete deed.dataset.sign;
  const whole = [...head.querySelectorAll('[data-whole]')];
  for (const deed of deeds.reverse()) if (whole.some(isCut)) deed.dataset.sign = '';
}

/** In the head of a room: gives its room out anew whenever its width changes, or what stands in it, before that is painted. */
export function HeadRoom() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const head = place.current?.closest('header');
    if (!head) return undefined;
    const give = () => giveRoom(head);
    const sizes = new ResizeObserver(give);
    const changes = new MutationObserver(give);
    sizes.observe(head);
    changes.observe(head, { childList: true, characterData: true, subtree: true });
    give();
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, []);
  return <span ref={place} hidden />;
}
