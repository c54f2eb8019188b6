import type { ChannelHealth, ChannelType } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import type { EndKind } from '../channel-ends/end-kinds.ts';
import { useScope } from '../scope.ts';
import { ChannelPage } from './ChannelPage.tsx';
import styles from './Channels.module.css';
import { LOOK_EVERY } from './health-words.ts';
import { Verdict } from './Verdict.tsx';

function EndRow({ health, now }: { health: ChannelHealth; now: number }) {
  const text = useText();
  const { channel } = useScope();
  const { name, sender, service } = health;
  const facts = [sender, service === null ? '' : text('CHANNELS_CARRIER_OF', { carrier: service.carrier, service: service.title })];
  return (
    <li>
      <Link {...channel(health.id)} className={styles.row}>
        <span className={styles.name}>
          {name}
          <span className={styles.small}> {facts.filter((fact) => fact !== '').join(' · ')}</span>
        </span>
        <Verdict health={health} now={now} />
      </Link>
    </li>
  );
}

/** Where ends of a type are set, of those that have such a place. */
const kinds: Partial<Record<ChannelType, EndKind>> = { SMS: 'sms-settings', VIBER: 'viber-channels', VIBER_PUBLIC: 'viber-support' };

/** Who sets up the ends of a type; whoever reads it and does so themselves is led there. */
function SetBy({ type }: { type: ChannelType }) {
  const text = useText();
  const { ends: places, mailboxes } = useScope();
  const kind = kinds[type];
  if (type === 'EMAIL')
    return (
      <p className={styles.words}>
        <Link {...mailboxes.list}>{text('CHANNELS_SET_UP')}</Link>
      </p>
    );
  if (places === null) return <p className={styles.words}>{text('CHANNELS_SET_BY_SUPER_ADMIN')}</p>;
  if (kind === undefined) return null;
  return (
    <p className={styles.words}>
      <Link {...places.list(kind)}>{text('CHANNELS_SET_UP')}</Link>
    </p>
  );
}

/** The carriers through which the account's ends speak, each with its ends. */
function Carriers({ ends }: { ends: readonly ChannelHealth[] }) {
  const text = useText();
  const { ends: places } = useScope();
  const carried = Map.groupBy(
    ends.filter(({ service }) => service !== null),
    ({ service }) => service?.carrier ?? '',
  );
  if (carried.size === 0) return null;
  return (
    <section className={styles.group} aria-label={text('CHANNELS_CARRIERS')}>
      <h3 className={styles.type}>{text('CHANNELS_CARRIERS')}</h3>
      <p className={styles.words}>
        {places === null ? (
          text('CHANNELS_CARRIERS_WORDS')
        ) : (
          <Link to="/super-admin/settings/carriers">{text('CHANNELS_CARRIERS_SET_UP')}</Link>
        )}
      </p>
      <ul className={styles.rows}>
        {[...carried].map(([carrier, its]) => (
          <li key={carrier} className={styles.row}>
            <span className={styles.name}>{carrier}</span>
            <span className={styles.small}>{[...new Set(its.map(({ service }) => service?.title))].join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ends({ ends, now }: { ends: readonly ChannelHealth[]; now: number }) {
  const text = useText();
  const { ends: places } = useScope();
  if (ends.length === 0)
    return (
      <EmptyState icon="msg" title={text('CHANNELS_NONE')} words={text(places === null ? 'CHANNELS_NONE_WORDS' : 'CHANNELS_NONE_TO_ADD')} />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses keys alone scrolls by it.
    <div className={styles.all} tabIndex={0}>
      {[...Map.groupBy(ends, ({ type }) => type)].map(([type, its]) => (
        <section key={type} className={styles.group} aria-label={text(channelNames[type])}>
          <h3 className={styles.type}>
            <ChannelMark type={type} named />
            {text(channelNames[type])}
          </h3>
          {type === 'LIVECHAT' ? null : <SetBy type={type} />}
          <ul className={styles.rows}>
            {its.map((health) => (
              <EndRow key={health.id} health={health} now={now} />
            ))}
          </ul>
        </section>
      ))}
      <Carriers ends={ends} />
    </div>
  );
}

/** Every end of the account's channels with how it stands with it (administration, section 2). */
function ChannelsList() {
  const text = useText();
  const { accountId } = useScope();
  const found = useQuery(orpc.channelHealth.list.queryOptions({ input: { params: { accountId } }, refetchInterval: LOOK_EVERY }));
  const body = () => {
    if (found.data !== undefined) return <Ends ends={found.data.content} now={found.dataUpdatedAt} />;
    if (found.isError)
      return <ErrorState title={text('CHANNELS_LIST_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />;
    return <SkeletonRows rows={6} />;
  };
  return <Sheet title={text('ADMINISTRATION_CHANNELS')}>{body()}</Sheet>;
}

/** The list, or the end that the address names. */
export function ChannelsPage() {
  const { endId } = useParams({ strict: false });
  return endId === undefined ? <ChannelsList /> : <ChannelPage key={endId} channelApplicationId={endId} />;
}
