/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** White or black, whichever reads at 4.5:1 or better on `ground`: one of the two always does. White wins when both do. */
export const readableOn = (ground: string): '#ffffff' | '#000000' => (contrast('#ffffff', ground) >= 4.5 ? '#ffffff' : '#000000');

/** `colour` itself when it reads on white at 4.5:1, otherwise darkened until it does. */
export function readableOnWhite(colour: string): string {
  let dark = colour;
  for (let share = 0.95; share > 0 && contrast(dark, '#ffffff') < 4.5; share -= 0.05) {
    dark = `#${[1, 3, 5]
      .map((at) =>
        Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  }
  return dark;
}
