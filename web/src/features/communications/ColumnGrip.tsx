import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useText } from '../../text.ts';
import styles from './ColumnGrip.module.css';
import { LEAST, MOST, USUAL } from './use-column-width.ts';

const STEP = 16;

const steps: Record<string, number> = { ArrowLeft: -STEP, ArrowRight: STEP };

/** The gap between list and room; drawn or moved with the arrow keys it changes the list's width. */
export function ColumnGrip({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const text = useText();
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null);
  const move = (event: PointerEvent) => {
    if (from !== null) onWidth(from.width + event.clientX - from.x);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own.
    <div
      className={styles.grip}
      role="separator"
      aria-orientation="vertical"
      aria-label={text('COMMUNICATIONS_ROOMS_WIDTH')}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      data-drawn={from !== null}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, width });
      }}
      onPointerMove={move}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
      onDoubleClick={() => onWidth(USUAL)}
      onKeyDown={press}
    />
  );
}
