/** What passes by while scrolling, or while walking from room to room, is not seen yet. */
const SETTLED_MS = 150;

/** Says Seen for what stands on the screen of one timeline. */
export interface SeenWatch {
  /** What is on the screen may have become another. */
  readonly look: () => void;
  /** It is about to be on the screen no longer: what stands there now and is due is said at once. */
  readonly leave: () => void;
}

/**
 * Begins with the timeline. Nothing is said of one that was left as soon as it was opened.
 * @param note is told each time whether somebody looks at what is on the screen from this moment on
 * @param say says what is due of what is on the screen at this moment; told whether somebody looks at it
 */
export function watchForSeen(note: (attentive: boolean) => void, say: (attentive: boolean) => void, isAttentive: () => boolean): SeenWatch {
  const begun = Date.now();
  let wasAttentive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    look: () => {
      clearTimeout(timer);
      wasAttentive = isAttentive();
      note(wasAttentive);
      timer = setTimeout(() => {
        timer = undefined;
        say(isAttentive());
      }, SETTLED_MS);
    },
    leave: () => {
      note(false);
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (wasAttentive && Date.now() - begun >= SETTLED_MS) say(true);
    },
  };
}
