import { Fragment } from 'react';
import { useText } from '../text.ts';
import { shownStrokes } from './keys.ts';
import styles from './Strokes.module.css';

/** A binding as keys: those of one stroke beside each other, those of a sequence with "then" between them. */
export function Strokes({ keys }: { keys: string }) {
  const text = useText();
  return (
    <span className={styles.strokes}>
      {shownStrokes(keys).map((stroke, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other identity than their place.
        <Fragment key={place}>
          {place > 0 ? <span className={styles.then}>{text('COMMANDS_THEN')}</span> : null}
          {stroke.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
