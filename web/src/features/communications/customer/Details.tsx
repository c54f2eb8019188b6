import type { CustomerFacts } from '@parley/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../format.ts';
import { currentLanguage, useText } from '../../../text.ts';
import styles from './Customer.module.css';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A language by its own sign (BCP 47), in the language of the screen: bg, Bulgarian. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A page of the web, by its address without what every one begins with. */
export function PageLink({ address, title }: { address: string; title: string }) {
  return address === '' ? (
    title
  ) : (
    <a href={address} target="_blank" rel="noreferrer" title={address}>
      {title || address.replace(/^https?:\/\/|\/$/g, '')}
    </a>
  );
}

/** Who the customer is: what we know of them, from where they came, and what they said of themselves, which nobody has proved. */
export function Details({ facts }: { facts: CustomerFacts }) {
  const text = useText();
  const format = useFormat();
  const { contact, details, siteUserId, cameFrom } = facts;
  const told = details !== null && (details.name ?? details.email ?? details.phone ?? details.consentAt) !== null ? details : null;
  return (
    <>
      <dl className={styles.facts}>
        {contact === null ? null : <Fact name={text('CUSTOMER_LANGUAGE')}>{languageName(contact.language)}</Fact>}
        {contact?.timezone ? <Fact name={text('CUSTOMER_TIMEZONE')}>{contact.timezone}</Fact> : null}
        {siteUserId === null ? null : <Fact name={text('COMMUNICATIONS_SITE_USER')}>{siteUserId}</Fact>}
        {cameFrom === null ? null : (
          <Fact name={text('CUSTOMER_CAME_FROM')}>
            <PageLink address={cameFrom} title="" />
          </Fact>
        )}
      </dl>
      {told === null ? null : (
        <>
          <h4 className={styles.sub}>{text('COMMUNICATIONS_TOLD')}</h4>
          <dl className={styles.facts}>
            {told.name ? <Fact name={text('COMMUNICATIONS_TOLD_NAME')}>{told.name}</Fact> : null}
            {told.email ? <Fact name={text('COMMUNICATIONS_TOLD_EMAIL')}>{told.email}</Fact> : null}
            {told.phone ? <Fact name={text('COMMUNICATIONS_TOLD_PHONE')}>{told.phone}</Fact> : null}
            {told.consentAt ? <Fact name={text('COMMUNICATIONS_TOLD_CONSENT')}>{format.dateTime(told.consentAt)}</Fact> : null}
          </dl>
        </>
      )}
    </>
  );
}
