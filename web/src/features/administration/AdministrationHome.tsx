import { type Account, type AutoResolveRules, weighedChannels } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { orpc } from '../../api/client.ts';
import { useFormat } from '../../format.ts';
import { useCan } from '../../session/current-user.ts';
import { currentLanguage, type TextKey, useText } from '../../text.ts';
import { channelNames } from '../../ui/ChannelMark.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Sheet } from '../../ui/list/Sheet.tsx';
import styles from './AdministrationHome.module.css';
import { deedNames } from './audit/audit-words.ts';
import { heldAtOnce } from './capacity/capacity-values.ts';
import { EndCards } from './channel-ends/EndCards.tsx';
import { verdictOf } from './channels/health-words.ts';
import { featureNames } from './feature-names.ts';
import { useAccountFacts } from './Settings.tsx';
import { useScope } from './scope.ts';

interface CardProps {
  title: string;
  words: string;
  children: ReactNode;
}

function Card({ title, words, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.words}>{words}</p>
      {children}
    </section>
  );
}

/** What is set of the account beside its name; what is not set is left out. */
function furtherFacts(account: Account, { longDate }: ReturnType<typeof useFormat>): [TextKey, string][] {
  const named = (type: 'region' | 'language', code: string) =>
    code === '' ? '' : (new Intl.DisplayNames(currentLanguage(), { type }).of(code) ?? code);
  const facts: [TextKey, string][] = [
    ['AUDIT_FIELD_TRADE_NAME', account.companyTradeName],
    ['AUDIT_FIELD_INDUSTRY', account.industry],
    ['AUDIT_FIELD_COUNTRY', named('region', account.country)],
    ['AUDIT_FIELD_DESCRIPTION', account.description],
    ['USERS_LANGUAGE', named('language', account.language)],
    ['USERS_TIME_ZONE', account.timezone],
    ['LIST_CREATED', longDate(account.createdAt)],
  ];
  return facts.filter(([, value]) => value !== '');
}

function General() {
  const text = useText();
  const format = useFormat();
  const facts = useAccountFacts();
  const { accountId } = useScope();
  const changes = useCan(['accounts', 'administer']);
  const { data: account } = useQuery(orpc.accounts.one.queryOptions({ input: { params: { accountId } } }));
  const on = Object.entries(featureNames).filter(([feature]) => facts?.features[feature] === true);
  const further = account === undefined ? [] : furtherFacts(account, format);
  return (
    <Card
      title={text('ADMINISTRATION_GROUP_ACCOUNT')}
      words={text(changes ? 'ADMINISTRATION_GENERAL_CARD_OWN' : 'ADMINISTRATION_GENERAL_CARD')}
    >
      <dl className={styles.facts}>
        <dt>{text('ADMINISTRATION_ACCOUNT_NAME')}</dt>
        <dd>{facts?.name ?? ''}</dd>
        {further.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{text(name)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        <dt>{text('ADMINISTRATION_FEATURES')}</dt>
        <dd>{on.length === 0 ? text('ADMINISTRATION_NO_FEATURES') : on.map(([, name]) => text(name)).join(', ')}</dd>
      </dl>
      {changes ? (
        <LinkButton to={linkOptions({ to: '/super-admin/accounts/$accountId', params: { accountId } })} variant="default">
          {text('ADMINISTRATION_OPEN_ACCOUNT')}
        </LinkButton>
      ) : null}
    </Card>
  );
}

/** How many people of the account are so; null while it is not known. */
function useCountOf(status: 'active' | 'inactive'): number | null {
  const { accountId } = useScope();
  const people = useQuery(orpc.people.list.queryOptions({ input: { params: { accountId }, query: { status, size: 1 } } }));
  return people.data?.totalElements ?? null;
}

function Users() {
  const text = useText();
  const scope = useScope();
  const active = useCountOf('active');
  const inactive = useCountOf('inactive');
  return (
    <Card title={text('ADMINISTRATION_USERS')} words={text('ADMINISTRATION_USERS_CARD')}>
      <p className={styles.fact}>
        {active === null ? ' ' : text('ADMINISTRATION_USERS_ACTIVE', { count: active })}
        {inactive === null || inactive === 0 ? '' : `, ${text('ADMINISTRATION_USERS_INACTIVE', { count: inactive })}`}
      </p>
      <LinkButton to={scope.users} variant="default">
        {text('ADMINISTRATION_OPEN_USERS')}
      </LinkButton>
    </Card>
  );
}

function Queues() {
  const text = useText();
  const scope = useScope();
  const queues = useQuery(orpc.queues.list.queryOptions({ input: { params: { accountId: scope.accountId }, query: { size: 1 } } }));
  return (
    <Card title={text('ADMINISTRATION_QUEUES')} words={text('ADMINISTRATION_QUEUES_CARD')}>
      <p className={styles.fact}>
        {queues.data === undefined ? ' ' : text('ADMINISTRATION_QUEUES_COUNT', { count: queues.data.totalElements })}
      </p>
      <LinkButton to={scope.queues} variant="default">
        {text('ADMINISTRATION_OPEN_QUEUES')}
      </LinkButton>
    </Card>
  );
}

function Capacity() {
  const text = useText();
  const { accountId, capacity } = useScope();
  const { data } = useQuery(orpc.capacity.read.queryOptions({ input: { params: { accountId } } }));
  const said = weighedChannels.map((type) =>
    text('ADMINISTRATION_CAPACITY_OF', { channel: text(channelNames[type]), most: data === undefined ? '' : heldAtOnce(data[type]) }),
  );
  return (
    <Card title={text('ADMINISTRATION_CAPACITY')} words={text('ADMINISTRATION_CAPACITY_CARD')}>
      <p className={styles.fact}>{data === undefined ? ' ' : said.join(', ')}</p>
      <LinkButton to={capacity} variant="default">
        {text('ADMINISTRATION_OPEN_CAPACITY')}
      </LinkButton>
    </Card>
  );
}

function Absence() {
  const text = useText();
  const { accountId, absence } = useScope();
  const { data } = useQuery(orpc.absence.read.queryOptions({ input: { params: { accountId } } }));
  return (
    <Card title={text('ADMINISTRATION_ABSENCE')} words={text('ADMINISTRATION_ABSENCE_CARD')}>
      <p className={styles.fact}>{data === undefined ? ' ' : text('ADMINISTRATION_ABSENCE_AFTER', { count: data.handBackAfterMinutes })}</p>
      <LinkButton to={absence} variant="default">
        {text('ADMINISTRATION_OPEN_ABSENCE')}
      </LinkButton>
    </Card>
  );
}

function Sending() {
  const text = useText();
  const { accountId, sending } = useScope();
  const { data } = useQuery(orpc.sending.read.queryOptions({ input: { params: { accountId } } }));
  return (
    <Card title={text('ADMINISTRATION_SENDING')} words={text('ADMINISTRATION_SENDING_CARD')}>
      <p className={styles.fact}>
        {data === undefined ? ' ' : text(data.undoSendSeconds > 0 ? 'SENDING_UNDO_SECONDS' : 'ADMINISTRATION_SENDING_AT_ONCE')}
      </p>
      <LinkButton to={sending} variant="default">
        {text('ADMINISTRATION_OPEN_SENDING')}
      </LinkButton>
    </Card>
  );
}

function AutoResolve() {
  const text = useText();
  const { accountId, autoResolve } = useScope();
  const { data } = useQuery(orpc.autoResolve.read.queryOptions({ input: { params: { accountId } } }));
  const words = ({ silentMinutes: minutes }: AutoResolveRules) =>
    minutes === null ? text('ADMINISTRATION_AUTO_RESOLVE_NEVER') : text('ADMINISTRATION_AUTO_RESOLVE_AFTER', { minutes });
  return (
    <Card title={text('ADMINISTRATION_AUTO_RESOLVE')} words={text('ADMINISTRATION_AUTO_RESOLVE_CARD')}>
      <p className={styles.fact}>{data === undefined ? ' ' : words(data)}</p>
      <LinkButton to={autoResolve} variant="default">
        {text('ADMINISTRATION_OPEN_AUTO_RESOLVE')}
      </LinkButton>
    </Card>
  );
}

function Timeslots() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const timeslots = useQuery(orpc.timeslots.list.queryOptions({ input: { params: { accountId }, query: { size: 1 } } }));
  const count = timeslots.data?.totalElements ?? null;
  return (
    <Card title={text('ADMINISTRATION_TIMESLOTS')} words={text('ADMINISTRATION_TIMESLOTS_CARD')}>
      <p className={styles.fact}>
        {count === null ? ' ' : count === 0 ? text('ADMINISTRATION_TIMESLOTS_NONE') : text('ADMINISTRATION_TIMESLOTS_COUNT', { count })}
      </p>
      <LinkButton to={scope.timeslots} variant="default">
        {text('ADMINISTRATION_OPEN_TIMESLOTS')}
      </LinkButton>
    </Card>
  );
}

function Channels() {
  const text = useText();
  const { accountId, channels } = useScope();
  const found = useQuery(orpc.channelHealth.list.queryOptions({ input: { params: { accountId } } }));
  const words = () => {
    if (found.data === undefined) return ' ';
    const ends = found.data.content;
    const troubled = ends.filter((health) => verdictOf(health, text, found.dataUpdatedAt).weight === 'trouble').length;
    const count = text('ADMINISTRATION_CHANNELS_COUNT', { count: ends.length });
    return troubled === 0 ? count : `${count}, ${text('ADMINISTRATION_CHANNELS_TROUBLE', { count: troubled })}`;
  };
  return (
    <Card title={text('ADMINISTRATION_CHANNELS')} words={text('ADMINISTRATION_CHANNELS_CARD')}>
      <p className={styles.fact}>{words()}</p>
      <LinkButton to={channels} variant="default">
        {text('ADMINISTRATION_OPEN_CHANNELS')}
      </LinkButton>
    </Card>
  );
}

function WebsiteChat() {
  const text = useText();
  const scope = useScope();
  const widgets = useQuery(orpc.widgets.list.queryOptions({ input: { params: { accountId: scope.accountId } } }));
  const names = widgets.data?.content.map(({ name }) => name);
  return (
    <Card title={text('ADMINISTRATION_WIDGET')} words={text('ADMINISTRATION_WIDGET_CARD')}>
      <p className={styles.fact}>
        {names === undefined ? ' ' : names.length === 0 ? text('ADMINISTRATION_WIDGET_NONE') : names.join(', ')}
      </p>
      <LinkButton to={scope.widget} variant="default">
        {text('ADMINISTRATION_OPEN_WIDGET')}
      </LinkButton>
    </Card>
  );
}

function Mailboxes() {
  const text = useText();
  const { accountId, mailboxes } = useScope();
  const found = useQuery(orpc.mailboxes.list.queryOptions({ input: { params: { accountId }, query: { size: 1 } } }));
  const count = found.data?.totalElements;
  return (
    <Card title={text('MAILBOXES_TITLE')} words={text('MAILBOXES_CARD')}>
      <p className={styles.fact}>{count === undefined ? ' ' : count === 0 ? text('MAILBOXES_NONE') : text('ENDS_COUNT', { count })}</p>
      <LinkButton to={mailboxes.list} variant="default">
        {text('ENDS_OPEN')}
      </LinkButton>
    </Card>
  );
}

function Audit() {
  const text = useText();
  const format = useFormat();
  const scope = useScope();
  const { accountId } = scope;
  const trail = useQuery(orpc.audit.ofAccount.queryOptions({ input: { params: { accountId }, query: { size: 1, withoutViews: true } } }));
  const lastWords = () => {
    if (trail.data === undefined) return ' ';
    const [last] = trail.data.content;
    if (last === undefined) return text('AUDIT_NONE');
    return text('ADMINISTRATION_LAST_DEED', { deed: text(deedNames[last.kind]), time: format.dateTime(last.at) });
  };
  return (
    <Card title={text('ADMINISTRATION_AUDIT')} words={text('ADMINISTRATION_AUDIT_CARD')}>
      <p className={styles.fact}>{lastWords()}</p>
      <LinkButton to={scope.audit} variant="default">
        {text('ADMINISTRATION_OPEN_AUDIT')}
      </LinkButton>
    </Card>
  );
}

/** Where the settings of an account begin: what it is, who works in it, and what was done. */
export function AdministrationHome() {
  const text = useText();
  return (
    <Sheet title={text('ADMINISTRATION_HOME')}>
      <div className={styles.cards}>
        <General />
        <Users />
        <Queues />
        <Capacity />
        <Absence />
        <Sending />
        <AutoResolve />
        <Timeslots />
        <Channels />
        <WebsiteChat />
        <Mailboxes />
        <EndCards card={Card} fact={styles.fact} />
        <Audit />
      </div>
    </Sheet>
  );
}
