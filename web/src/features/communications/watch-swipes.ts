import { swipeOf, type Touched } from './swipe.ts';

const touched = ({ clientX, clientY }: Touch, at: number): Touched => ({ x: clientX, y: clientY, at });

/** Places where a drawn finger means something else: fields, menus, questions, and what scrolls to the side. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !== null) return true;
  for (let box: Element | null = target; box !== null; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true;
  }
  return false;
}

const marksText = (): boolean => document.getSelection()?.isCollapsed === false;

/** Tells of swipes over a page as long as `counts` says so. @returns what ends it */
export function watchSwipes(box: HTMLElement, counts: () => boolean, swiped: (to: 'left' | 'right') => void): () => void {
  let from: Touched | null = null;
  const start = (event: TouchEvent) => {
    const [finger] = event.touches;
    const begins = event.touches.length === 1 && counts() && !isElsewhere(event.target) && !marksText();
    from = begins && finger !== undefined ? touched(finger, event.timeStamp) : null;
  };
  const end = (event: TouchEvent) => {
    const [finger] = event.changedTouches;
    if (from === null || finger === undefined || event.touches.length > 0 || marksText()) return;
    const to = swipeOf(from, touched(finger, event.timeStamp), window.innerWidth);
    from = null;
    if (to !== null) swiped(to);
  };
  const cancel = () => {
    from = null;
  };
  const passive = { passive: true } as const;
  box.addEventListener('touchstart', start, passive);
  box.addEventListener('touchend', end, passive);
  box.addEventListener('touchcancel', cancel, passive);
  return () => {
    box.removeEventListener('touchstart', start);
    box.removeEventListener('touchend', end);
    box.removeEventListener('touchcancel', cancel);
  };
}
