import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { problemText } from '../../api/api-problem.ts';
import { useText } from '../../text.ts';
import { Dialog } from '../Dialog.tsx';
import { Icon } from '../Icon.tsx';
import { useProgressTime } from '../progress-time.ts';
import { toastProblem, toastSuccess } from '../toast.ts';
import styles from './BulkDialog.module.css';
import { type BulkAction, type Outcome, runEach } from './bulk.ts';
import { RowProgress } from './RowProgress.tsx';

interface BulkDialogProps<Row> {
  action: BulkAction<Row>;
  /** Those that were chosen. */
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  keyOf: (row: Row) => string;
  /** These were done. */
  onDone: (ids: readonly string[]) => void;
  onClose: () => void;
}

type Step = 'asks' | 'runs' | 'stops' | 'tells';

interface ToldProps<Row> extends Pick<BulkDialogProps<Row>, 'nameOf'>, Pick<BulkAction<Row>, 'about'> {
  outcomes: readonly Outcome<Row>[];
  /** So many were not touched. */
  left: number;
}

/** What became of the rows, where there is more to say than that it was done: what stays as it was and why, what is to be handed over. */
function Told<Row>({ outcomes, left, nameOf, about }: ToldProps<Row>) {
  const text = useText();
  const refused = outcomes.filter((outcome) => !outcome.isDone);
  const done = outcomes.length - refused.length;
  const noted = outcomes.filter((outcome) => outcome.isDone).filter(({ note }) => note !== null);
  return (
    <div className={styles.told} role="status">
      {done === 0 ? null : (
        <p className={styles.done}>
          <Icon name="check" /> {text('LIST_BULK_DONE', { count: done })}
        </p>
      )}
      {noted.length === 0 ? null : (
        <ul className={styles.rows}>
          {noted.map(({ row, note }) => (
            <li key={nameOf(row)}>
              <strong>{nameOf(row)}</strong> {note}
            </li>
          ))}
        </ul>
      )}
      {refused.length === 0 ? null : (
        <>
          <p className={styles.refused}>
            <Icon name="alert" /> {text('LIST_BULK_FAILED', { count: refused.length })}
          </p>
          <ul className={styles.rows}>
            {refused.map(({ row, problem }) => (
              <li key={nameOf(row)}>
                <strong>{nameOf(row)}</strong> {problemText(problem)}
                {about?.(problem)}
              </li>
            ))}
          </ul>
        </>
      )}
      {left === 0 ? null : <p>{text('LIST_BULK_LEFT', { count: left })}</p>}
    </div>
  );
}

/** Asks before something is done to many rows, shows how far it is, stops when it is told to, and says of each that failed why. */
export function BulkDialog<Row>({ action, rows, nameOf, keyOf, onDone, onClose }: BulkDialogProps<Row>) {
  const text = useText();
  // What it is asked about stays, however the rows change by it.
  const [judged] = useState(() => rows.map((row) => ({ row, whyNot: action.whyNot(row) })));
  const fitting = judged.filter(({ whyNot }) => whyNot === null).map(({ row }) => row);
  const leftOut = judged.filter(({ whyNot }) => whyNot !== null);
  const [step, setStep] = useState<Step>('asks');
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row>[]>([]);
  const [withOption, setWithOption] = useState(false);
  const isCalledOff = useRef(false);
  // What has to be read, or handed over, stays until somebody closes it; otherwise the window goes after its time.
  const goesByItself = useRef(false);
  const time = useProgressTime(() => {
    if (goesByItself.current) onClose();
  });
  const run = async () => {
    setStep('runs');
    time.begin();
    const all: Outcome<Row>[] = [];
    await runEach(fitting, (row) => action.run(row, withOption), {
      isCalledOff: () => isCalledOff.current,
      onOutcome: (outcome) => {
        all.push(outcome);
        setOutcomes([...all]);
      },
    });
    await action.after().catch(toastProblem);
    const done = all.filter((outcome) => outcome.isDone);
    onDone(done.map(({ row }) => keyOf(row)));
    goesByItself.current = done.length === fitting.length && done.every(({ note }) => note === null);
    const stands = time.over();
    if (stands || !goesByItself.current) return setStep('tells');
    toastSuccess('LIST_BULK_DONE', { count: done.length });
    onClose();
  };
  const stop = () => {
    isCalledOff.current = true;
    setStep('stops');
  };
  return (
    <Dialog title={action.ask(fitting.length)} onClose={onClose} width={520} mustAnswer={step === 'runs' || step === 'stops'}>
      {step === 'asks' ? (
        <>
          <p className={styles.words}>{action.words(fitting.length)}</p>
          <ul className={styles.names}>
            {fitting.map((row) => (
              <li key={keyOf(row)}>{nameOf(row)}</li>
            ))}
          </ul>
          {leftOut.length === 0 ? null : (
            <>
              <p className={styles.leftOut}>{text('LIST_BULK_LEFT_OUT', { count: leftOut.length })}</p>
              <ul className={styles.rows}>
                {leftOut.map(({ row, whyNot }) => (
                  <li key={keyOf(row)}>
                    <strong>{nameOf(row)}</strong> {whyNot}
                  </li>
                ))}
              </ul>
            </>
          )}
          {action.option === undefined ? null : (
            <Checkbox
              radius="xs"
              className={styles.option ?? ''}
              label={action.option(fitting.length)}
              checked={withOption}
              onChange={(event) => setWithOption(event.currentTarget.checked)}
            />
          )}
        </>
      ) : null}
      {step === 'runs' || step === 'stops' ? (
        <RowProgress
          label={action.name}
          done={outcomes.length}
          total={fitting.length}
          words={text('LIST_BULK_DONE_OF', { done: outcomes.length, total: fitting.length })}
        />
      ) : null}
      {step === 'tells' ? (
        <Told
          outcomes={outcomes}
          left={fitting.length - outcomes.length}
          nameOf={nameOf}
          {...(action.about === undefined ? {} : { about: action.about })}
        />
      ) : null}
      <div className={styles.answers}>
        {step === 'asks' ? (
          <>
            <Button variant="default" onClick={onClose} data-autofocus>
              {text('FRAME_CANCEL')}
            </Button>
            <Button {...(action.danger === true ? { color: 'red' } : {})} onClick={() => void run()}>
              {fitting.length === 1 ? action.name : text('LIST_BULK_DO', { name: action.name, count: fitting.length })}
            </Button>
          </>
        ) : null}
        {step === 'runs' || step === 'stops' ? (
          <Button variant="default" autoFocus disabled={step === 'stops'} onClick={stop}>
            {text(step === 'stops' ? 'LIST_BULK_STOPS' : 'LIST_BULK_STOP')}
          </Button>
        ) : null}
        {step === 'tells' ? (
          <Button autoFocus onClick={onClose}>
            {text('FRAME_CLOSE')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
