import type { ChannelHealth } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useScope } from '../scope.ts';
import styles from './Channels.module.css';
import { ConnectionTest } from './ConnectionTest.tsx';
import { counted, errorWords, fetchingWords, isHeldUp, LOOK_EVERY } from './health-words.ts';
import { PutAside, Quarantine } from './Quarantine.tsx';
import { TestMessage } from './TestMessage.tsx';
import { Verdict } from './Verdict.tsx';

function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function useLineWords(health: ChannelHealth, now: number): string {
  const text = useText();
  const { dateTime, time } = useFormat();
  const { line } = health;
  if (line.openedAt === null) {
    if (line.failures > 0) return text('CHANNELS_LINE_FAILING', { count: line.failures });
    if (isHeldUp(health, now)) return text('CHANNELS_HELD_UP');
    return text(health.lastOutboundAt === null ? 'CHANNELS_LINE_UNUSED' : 'CHANNELS_LINE_GOES');
  }
  const how = { since: dateTime(line.openedAt), count: line.failures };
  if (line.state === 'TRYING' || line.retryAt === null) return text('CHANNELS_LINE_TRYING', how);
  return text('CHANNELS_LINE_OPEN', { ...how, retry: time(line.retryAt) });
}

function Health({ health, now }: { health: ChannelHealth; now: number }) {
  const text = useText();
  const { dateTime, time } = useFormat();
  const line = useLineWords(health, now);
  const { sender, service, lastError, tokenExpiresAt, refusedCalls } = health;
  const at = (moment: string | null) => (moment === null ? text('CHANNELS_NEVER') : dateTime(moment));
  const waiting = () => {
    const count = counted(health.waitingOut, text);
    return health.waitingSince === null ? count : text('CHANNELS_SINCE', { count, time: dateTime(health.waitingSince) });
  };
  const facts: (readonly [string, ReactNode])[] = [[text('CHANNELS_STATE'), <Verdict key="state" health={health} now={now} />]];
  if (sender !== '') facts.push([text('CHANNELS_SENDER'), sender]);
  if (service !== null)
    facts.push([text('CHANNELS_CARRIER'), text('CHANNELS_CARRIER_OF', { carrier: service.carrier, service: service.title })]);
  facts.push([text('CHANNELS_DIRECTION'), text(health.communicationType === 'TWO_WAY' ? 'CHANNELS_TWO_WAY' : 'CHANNELS_ONE_WAY')]);
  if (health.fetching !== null) facts.push([text('MAILBOXES_FETCHED'), at(health.fetching.fetchedAt)]);
  if (health.fetching?.since != null) {
    const { since, retryAt, answer } = health.fetching;
    const words = (
      <>
        {text('MAILBOXES_NOT_FETCHED', { since: dateTime(since) })} {fetchingWords(health, text)}{' '}
        {retryAt === null ? null : text('MAILBOXES_FETCHED_AGAIN', { time: time(retryAt) })}
        {answer === null ? null : <span className={styles.answer}>{answer}</span>}
      </>
    );
    facts.push([text('MAILBOXES_FETCHING'), words]);
  }
  if (health.hasProvider || health.type === 'EMAIL') {
    facts.push(
      [text('CHANNELS_LAST_IN'), at(health.lastInboundAt)],
      [text('CHANNELS_LAST_OUT'), at(health.lastOutboundAt)],
      [text('CHANNELS_WAITING_OUT'), waiting()],
      [text('CHANNELS_WAITING_IN'), counted(health.waitingIn, text)],
      ...(health.type === 'EMAIL' ? [[text('CHANNELS_PUT_ASIDE_COUNT'), counted(health.putAside, text)] as const] : []),
      [text('CHANNELS_LINE'), line],
    );
  }
  if (refusedCalls !== null) {
    const { count, lastAt } = refusedCalls;
    facts.push([text('CHANNELS_REFUSED_CALLS'), text('CHANNELS_REFUSED_CALLS_OF', { count, time: dateTime(lastAt) })]);
  }
  if (tokenExpiresAt !== null) facts.push([text('CHANNELS_TOKEN_UNTIL'), dateTime(tokenExpiresAt)]);
  if (lastError !== null) {
    const words = (
      <>
        {dateTime(lastError.at)}: {errorWords(lastError, text)}
        {lastError.answer === null ? null : <span className={styles.answer}>{lastError.answer}</span>}
      </>
    );
    facts.push([text('CHANNELS_LAST_ERROR'), words]);
  }
  return (
    <FormSection title={text('CHANNELS_HEALTH')} why={text('CHANNELS_HEALTH_WHY')}>
      <Facts facts={facts} />
    </FormSection>
  );
}

/** How it stands with one end, trying it, and what came in by it and could not be worked on. */
export function ChannelPage({ channelApplicationId }: { channelApplicationId: string }) {
  const text = useText();
  const { accountId, channels, mailboxes } = useScope();
  const params = { accountId, channelApplicationId };
  const found = useQuery(orpc.channelHealth.one.queryOptions({ input: { params }, refetchInterval: LOOK_EVERY }));
  const health = found.data;
  const body = () => {
    if (health !== undefined) {
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses keys alone scrolls by it.
        <div className={styles.all} tabIndex={0}>
          <Health health={health} now={found.dataUpdatedAt} />
          {health.type === 'EMAIL' ? (
            <p>
              <Link {...mailboxes.one(health.id)}>{text('MAILBOXES_OPEN')}</Link>
            </p>
          ) : null}
          {health.hasProvider ? (
            <>
              <ConnectionTest health={health} />
              {health.active ? <TestMessage health={health} /> : null}
              <Quarantine health={health} />
              {health.type === 'EMAIL' ? <PutAside health={health} /> : null}
            </>
          ) : null}
        </div>
      );
    }
    if (found.isError) return <ErrorState title={text('CHANNELS_ONE_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />;
    return <SkeletonRows rows={8} />;
  };
  return (
    <Sheet
      title={health?.name ?? ''}
      back={{ to: channels, label: text('CHANNELS_BACK') }}
      {...(health && {
        beside: (
          <>
            <ChannelMark type={health.type} named /> {text(channelNames[health.type])}
          </>
        ),
      })}
    >
      {body()}
    </Sheet>
  );
}
