import { useQuery } from '@tanstack/react-query';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import styles from '../SuperAdmin.module.css';
import { carriersPlace } from './carrier-places.ts';

interface CardProps {
  title: string;
  words: string;
  /** What there is of it; a space while it is not known. */
  fact?: string;
  open: { to: LinkProps; words: string };
}

function Card({ title, words, fact, open }: CardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.words}>{words}</p>
      {fact === undefined ? null : <p className={styles.fact}>{fact}</p>}
      <LinkButton to={open.to} variant="default">
        {open.words}
      </LinkButton>
    </section>
  );
}

/** Where the installation's own settings begin (administration, section 2). */
export function SettingsHome() {
  const text = useText();
  const carriers = useQuery(orpc.carriers.list.queryOptions({ input: { query: { size: 1 } } }));
  const count = carriers.data?.totalElements;
  return (
    <Sheet title={text('INSTALLATION_HOME')}>
      <div className={styles.cards}>
        <Card
          title={text('CARRIERS_ALL')}
          words={text('CARRIERS_CARD')}
          fact={count === undefined ? ' ' : text('CARRIERS_COUNT', { count })}
          open={{ to: carriersPlace, words: text('CARRIERS_OPEN') }}
        />
        <Card
          title={text('ADMINISTRATION_AUDIT')}
          words={text('INSTALLATION_TRAIL_CARD')}
          open={{ to: linkOptions({ to: '/super-admin/super-users/audit' }), words: text('ADMINISTRATION_OPEN_AUDIT') }}
        />
      </div>
    </Sheet>
  );
}
