import { useFormat } from '../format.ts';
import { type Connection, useConnectionIfAny } from '../realtime/connection.tsx';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './ConnectionLine.module.css';
import { useNow } from './ticking.ts';

/** A blink of the network is no news. */
const SAY_AFTER_MS = 2000;

/**
 * Trouble with the connection for as long as it lasts: a thin line under the top bar and a few words in it. It never covers
 * work. That the connection is back is said by the toast alone (communications, section 4, "Websocket").
 */
export function ConnectionLine() {
  const connection = useConnectionIfAny();
  return connection === null ? null : <Line connection={connection} />;
}

function Line({ connection }: { connection: Connection }) {
  const text = useText();
  const format = useFormat();
  const { lostSince } = connection;
  const now = useNow(lostSince !== null);
  const lost = lostSince !== null && now - lostSince >= SAY_AFTER_MS;
  if (!lost) return null;
  return (
    <>
      <span className={styles.words}>
        <Icon name="nowifi" />
        <span role="status" className={styles.text}>
          {text('FRAME_CONNECTION_LOST')}
        </span>
        <span aria-hidden="true" className={styles.clock}>
          {text('FRAME_CONNECTION_LOST_FOR', { time: format.clock(now - lostSince) })}
        </span>
        <PlainButton className={styles.now ?? ''} onClick={connection.wake}>
          {text('FRAME_CONNECT_NOW')}
        </PlainButton>
      </span>
      <span className={styles.line} />
    </>
  );
}
