import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { placeToasts } from '../../../ui/toast.ts';
import { LeftLines } from './LeftLines.tsx';
import styles from './OfferBox.module.css';
import { closeReport, goOn, leftOf, pause, type Report, type Shown, undo, useShown } from './offer.ts';
import { UndoButton } from './UndoButton.tsx';

function useSecondsLeft({ left, runsSince }: { left: number; runsSince: number | null }): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (runsSince === null) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [runsSince]);
  return Math.ceil(leftOf({ left, runsSince }, Math.max(now, runsSince ?? 0)) / 1000);
}

function OfferView({ shown }: { shown: Shown & { is: 'offer' } }) {
  const text = useText();
  const keysOf = useWorkingKeys();
  const keys = keysOf('list.undo');
  const seconds = useSecondsLeft(shown);
  useCommand('list.undo', undo);
  // Who reads it or goes to it by keyboard has the time that this takes.
  const [points, setPoints] = useState(false);
  const [focuses, setFocuses] = useState(false);
  const isHeld = points || focuses;
  useEffect(() => (isHeld ? pause() : goOn()), [isHeld]);
  const leave = (event: FocusEvent) => setFocuses(event.currentTarget.contains(event.relatedTarget));
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // It would close the open room too.
    event.preventDefault();
    undo();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done by its button can be done by Escape while that has the focus.
    <div
      className={styles.box}
      data-bulk-offer
      onPointerEnter={() => setPoints(true)}
      onPointerLeave={() => setPoints(false)}
      onFocus={() => setFocuses(true)}
      onBlur={leave}
      onKeyDown={press}
    >
      <p className={styles.words}>
        {shown.offer.says.map(({ key, params }) => (
          <span key={key}>{text(key, params)} </span>
        ))}
      </p>
      <UndoButton words={text('BULK_UNDO')} keys={keys} seconds={seconds} atFirst={Math.ceil(shown.offer.lasts / 1000)} onClick={undo} />
    </div>
  );
}

function ReportView({ report }: { report: Report }) {
  const text = useText();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    closeReport();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button closes it; Escape does the same while that has the focus.
    <div className={styles.box} data-report onKeyDown={press}>
      <div role="alert" className={styles.words}>
        <p className={styles.title}>
          <Icon name="alert" /> {text(report.title.key, report.title.params)}
        </p>
        <LeftLines lines={report.lines} />
      </div>
      <IconButton onClick={closeReport} aria-label={text('BULK_CLOSE')} title={text('BULK_CLOSE')}>
        <Icon name="x" />
      </IconButton>
    </div>
  );
}

/** What is done with rooms, while it can be undone, while it is being done, and what of it could not be done. Stands where toasts stand. */
export function OfferBox() {
  const text = useText();
  const { shown, report } = useShown();
  const [place] = useState(() => document.getElementById('toasts'));
  const isEmpty = shown === null && report === null;
  useEffect(() => {
    if (!isEmpty) placeToasts();
  }, [isEmpty]);
  if (place === null || isEmpty) return null;
  return createPortal(
    <>
      {report === null ? null : <ReportView report={report} />}
      {shown?.is === 'offer' ? <OfferView key={shown.id} shown={shown} /> : null}
      {shown?.is === 'work' ? (
        <div className={styles.box} role="status">
          <Spinner size={18} />
          <p className={styles.words}>{text(shown.says.key, shown.says.params)}</p>
        </div>
      ) : null}
    </>,
    place,
  );
}
