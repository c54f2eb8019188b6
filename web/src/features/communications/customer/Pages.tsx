import type { CustomerFacts } from '@parley/contract';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { asSentence, shortWhen } from '../room/room-words.ts';
import styles from './Customer.module.css';
import { Fact, PageLink } from './Details.tsx';

const FIRST_FEW = 3;

function Page({ page, isNow = false }: { page: CustomerFacts['earlierPages'][number]; isNow?: boolean }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      <Icon name={isNow ? 'globe' : 'clock'} className={styles.pageSign ?? ''} />
      <span className={styles.what}>
        <PageLink {...page} />
      </span>
      <time className={styles.when} dateTime={page.at} title={format.dateTime(page.at)}>
        {asSentence(shortWhen(page.at, serverNow(), text, format))}
      </time>
    </>
  );
}

/** Where on the site the customer is and, in the same visit, was before, as the chat's page says. */
export function Pages({ facts: { page, earlierPages } }: { facts: CustomerFacts }) {
  const text = useText();
  const [showsAll, setShowsAll] = useState(false);
  if (page === null) return <p className={styles.nothing}>{text('CUSTOMER_NO_PAGE')}</p>;
  const shown = showsAll ? earlierPages : earlierPages.slice(0, FIRST_FEW);
  return (
    <>
      <h4 className={styles.sub}>{text('COMMUNICATIONS_PAGE')}</h4>
      <p className={styles.line}>
        <Page page={page} isNow />
      </p>
      <dl className={styles.facts}>
        {Object.entries(page.values).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      {earlierPages.length === 0 ? null : (
        <>
          <h4 className={styles.sub}>{text('CUSTOMER_EARLIER_PAGES')}</h4>
          <ol className={styles.list}>
            {shown.map((one) => (
              <li key={one.at} className={styles.line}>
                <Page page={one} />
              </li>
            ))}
          </ol>
          {shown.length < earlierPages.length ? (
            <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
              {text('COMMUNICATIONS_SHOW_ALL', { count: earlierPages.length })}
            </button>
          ) : null}
        </>
      )}
    </>
  );
}
