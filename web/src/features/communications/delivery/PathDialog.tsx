import { BY_SMS, type MessagePath, type PathAttempt, type PathStep, type RoomEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../../api/client.ts';
import { dateFormat, useFormat } from '../../../format.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useCommunications } from '../context.ts';
import { readableRecipient } from '../faces/readable-recipient.ts';
import styles from './Delivery.module.css';
import { isUnderWay, stepWords } from './path-words.ts';
import { reasonWords } from './reason-words.ts';

/** What is put off is told by no frame: so often it is looked after while it is under way. */
const LOOK_MS = 5000;

const toTheSecond = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time className={styles.when} dateTime={at} title={format.dateTime(at)}>
      {dateFormat('toTheSecond', toTheSecond).format(new Date(at))}
    </time>
  );
}

function Step({ step }: { step: PathStep }) {
  const text = useText();
  return (
    <li className={styles.step} data-step={step.step} data-counts={step.counts}>
      <span>
        {stepWords(step, text)}
        {step.counts || step.reason === BY_SMS ? null : ` ${text('DELIVERY_IDLE')}`}
      </span>
      <When at={step.at} />
      {step.answer === null ? null : (
        <details className={styles.answer}>
          <summary>{text('DELIVERY_ANSWER')}</summary>
          <pre>{step.answer}</pre>
        </details>
      )}
    </li>
  );
}

function Attempt({ attempt }: { attempt: PathAttempt }) {
  const text = useText();
  return (
    <section className={styles.attempt}>
      <h3 className={styles.number}>{text('DELIVERY_ATTEMPT', { number: attempt.number })}</h3>
      <ol className={styles.steps}>
        {attempt.askedBy === null ? null : (
          <li className={styles.step}>
            <span>{text('DELIVERY_ASKED_BY', { name: attempt.askedBy.name })}</span>
            <When at={attempt.askedAt} />
          </li>
        )}
        {attempt.steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end.
          <Step key={place} step={step} />
        ))}
        {attempt.state === 'PENDING' ? <li className={styles.step}>{text('DELIVERY_WAITS')}</li> : null}
      </ol>
      {attempt.providerMessageId === null ? null : (
        <dl className={styles.facts}>
          <dt>{text('DELIVERY_PROVIDER_ID')}</dt>
          {attempt.parts.length === 0 ? (
            <dd>{attempt.providerMessageId}</dd>
          ) : (
            attempt.parts.map(({ number, providerMessageId }) => (
              <dd key={number}>{text('DELIVERY_PART', { number, words: providerMessageId ?? '' })}</dd>
            ))
          )}
        </dl>
      )}
    </section>
  );
}

const RECIPIENT_WORDS = {
  TAKEN: 'DELIVERY_RECIPIENT_TAKEN',
  WAITING: 'DELIVERY_RECIPIENT_WAITING',
  REFUSED: 'DELIVERY_RECIPIENT_REFUSED',
} as const;

/** Of an e-mail to several what has become of each. */
function Recipients({ recipients }: { recipients: NonNullable<MessagePath['recipients']> }) {
  const text = useText();
  return (
    <section className={styles.attempt}>
      <h3 className={styles.number}>{text('DELIVERY_RECIPIENTS')}</h3>
      <ul className={styles.steps}>
        {recipients.map(({ address, state, reason, answer }) => (
          <li key={address} className={styles.step}>
            <span>{text(RECIPIENT_WORDS[state], { address: readableRecipient(address), reason: reasonWords(reason, text) })}</span>
            {answer === null ? null : (
              <details className={styles.answer}>
                <summary>{text('DELIVERY_ANSWER')}</summary>
                <pre>{answer}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Path({ path }: { path: MessagePath }) {
  const text = useText();
  const seesAnswers = useCan(['rooms', 'providerAnswers']);
  const { storedAt, storedBy, steps, attempts, recipients } = path;
  return (
    <>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <span>{storedBy === null ? text('DELIVERY_STORED') : text('DELIVERY_STORED_BY', { name: storedBy })}</span>
          <When at={storedAt} />
        </li>
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      {recipients === undefined ? null : <Recipients recipients={recipients} />}
      {seesAnswers || attempts.length === 0 ? null : <p className={styles.kept}>{text('DELIVERY_ANSWERS_KEPT')}</p>}
    </>
  );
}

/** The way of a message: where it is and was, when, by whom it was sent again, and what the channel said. Stays true while it is open. */
export function PathDialog({ event: { id: eventId, roomId, origin }, onClose }: { event: RoomEvent; onClose: () => void }) {
  const text = useText();
  const { line } = useCommunications();
  const { data, error, refetch } = useQuery({
    ...orpc.messages.path.queryOptions({ input: { params: { roomId, eventId } } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.attempts.some(isUnderWay) ? LOOK_MS : false),
  });
  useEffect(() => {
    const look = () => void refetch();
    const stops = [
      line.subscribe('MessageStatus', ({ statuses }) => {
        if (statuses.some(({ roomEventId }) => roomEventId === eventId)) look();
      }),
      // What was told while there was no line.
      line.onOpen(look),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [line, eventId, refetch]);
  return (
    <Dialog title={text('DELIVERY_PATH')} onClose={onClose} width={480}>
      {origin.channelType === null ? null : (
        <dl className={styles.facts}>
          <dt>{text('DELIVERY_CHANNEL')}</dt>
          <dd>
            <ChannelMark type={origin.channelType} size={16} named /> {text(channelNames[origin.channelType])}
          </dd>
        </dl>
      )}
      {data !== undefined ? (
        <Path path={data} />
      ) : error === null ? (
        <SkeletonRows rows={4} />
      ) : (
        <ErrorState title={text('DELIVERY_PATH_FAILED')} problem={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
