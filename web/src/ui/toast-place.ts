/** A part this tall is the page itself and no composer. */
const LARGEST_PART = 0.5;

/** How far above the lower edge toasts stand at any width, in pixels, so that the words of a form's bar are read. Null without a form. */
export function toastAboveBar(page: Document): number | null {
  const bar = page.querySelector('main [data-toasts-above]')?.getBoundingClientRect();
  return bar === undefined ? null : Math.max(0, page.documentElement.clientHeight - bar.top);
}

/**
 * How far above the lower edge toasts stand at phone width, in pixels: there an open room covers the bar at the bottom, and
 * its composer, and what stands right above it, must stay free. Null where nothing has to.
 */
export function toastBottom(page: Document): number | null {
  const part = page.querySelector('main [role="tabpanel"] > :is(:last-child, [data-above-composer])')?.getBoundingClientRect();
  const height = page.documentElement.clientHeight;
  if (part === undefined || part.height > height * LARGEST_PART) return null;
  return Math.max(0, height - part.top);
}
