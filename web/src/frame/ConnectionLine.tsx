import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormat } from '../format.ts';
import { type Connection, useConnectionIfAny } from '../realtime/connection.tsx';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './ConnectionLine.module.css';
import { useNow } from './ticking.ts';

/** A blink of the network is no news. */
const SAY_AFTER_MS = 2000;
const SAY_RECOVERED_MS = 3000;

/** Trouble with the connection: a thin line under the top bar and a few words in it. It never covers work. */
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
  const recovered = useRecovered(lost);
  if (!lost && !recovered) return null;
  const kind = lost ? 'lost' : 'recovered';
  return (
    <>
      <span className={styles.words} data-kind={kind}>
        <Icon name={lost ? 'nowifi' : 'check'} />
        <span role="status" className={styles.text}>
          {lost ? text('FRAME_CONNECTION_LOST') : text('WEBSOCKET_CONNECTED')}
        </span>
        {lost ? (
          <>
            <span aria-hidden="true" className={styles.clock}>
              {format.clock(now - lostSince)}
            </span>
            <UnstyledButton className={styles.now ?? ''} onClick={connection.wake}>
              {text('FRAME_CONNECT_NOW')}
            </UnstyledButton>
          </>
        ) : null}
      </span>
      <span className={styles.line} data-kind={kind} />
    </>
  );
}

/** True for 3 s after a loss that was shown has ended. */
function useRecovered(lost: boolean): boolean {
  const [wasLost, setWasLost] = useState(false);
  useEffect(() => {
    if (lost) {
      setWasLost(true);
      return;
    }
    const timer = setTimeout(() => setWasLost(false), SAY_RECOVERED_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return wasLost && !lost;
}
