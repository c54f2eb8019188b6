import type { ReactNode } from 'react';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Block } from './Block.tsx';
import { Blocking } from './Blocking.tsx';
import styles from './Customer.module.css';
import { useFacts } from './use-facts.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the customer said of themselves, unproved, the page of the site that they are on, and a way to be rid of them. */
export function Facts({ roomId }: { roomId: string }) {
  const text = useText();
  const format = useFormat();
  const facts = useFacts(roomId);
  if (facts === undefined) return null;
  const { details, siteUserId, page, canBlock, block } = facts;
  const told = details !== null && (details.name ?? details.email ?? details.phone ?? details.consentAt) !== null;
  return (
    <>
      {told || siteUserId !== null ? (
        <Block name="told" title={text('COMMUNICATIONS_TOLD')}>
          <dl className={styles.facts}>
            {details?.name ? <Fact name={text('COMMUNICATIONS_TOLD_NAME')}>{details.name}</Fact> : null}
            {details?.email ? <Fact name={text('COMMUNICATIONS_TOLD_EMAIL')}>{details.email}</Fact> : null}
            {details?.phone ? <Fact name={text('COMMUNICATIONS_TOLD_PHONE')}>{details.phone}</Fact> : null}
            {details?.consentAt ? <Fact name={text('COMMUNICATIONS_TOLD_CONSENT')}>{format.dateTime(details.consentAt)}</Fact> : null}
            {siteUserId === null ? null : <Fact name={text('COMMUNICATIONS_SITE_USER')}>{siteUserId}</Fact>}
          </dl>
        </Block>
      ) : null}
      {page === null ? null : (
        <Block name="page" title={text('COMMUNICATIONS_PAGE')}>
          <p className={styles.page}>
            {page.address === '' ? (
              page.title
            ) : (
              <a href={page.address} target="_blank" rel="noreferrer" title={page.address}>
                {page.title || page.address}
              </a>
            )}
          </p>
          <dl className={styles.facts}>
            {Object.entries(page.values).map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
        </Block>
      )}
      {canBlock ? <Blocking roomId={roomId} block={block} /> : null}
    </>
  );
}
