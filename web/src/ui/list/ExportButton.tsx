import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { saveFile } from '../../files/save-file.ts';
import { dayKey } from '../../format.ts';
import { currentLanguage, useText } from '../../text.ts';
import { Dialog } from '../Dialog.tsx';
import { useProgressTime } from '../progress-time.ts';
import { toastError, toastProblem, toastSuccess } from '../toast.ts';
import styles from './BulkDialog.module.css';
import { type Column, writtenOf } from './column.ts';
import { csvOf } from './csv.ts';
import { type ReadSoFar, RestlessList } from './every-row.ts';
import { QuietButton } from './QuietButton.tsx';
import { RowProgress } from './RowProgress.tsx';

/** Gives rows as a file: the columns shown, in their order, under their names. Whoever calls says so. */
export function saveRows<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const lines = rows.map((row) => columns.map((column) => writtenOf(column, row)));
  const words = csvOf(
    columns.map(({ name }) => name),
    lines,
    currentLanguage() === 'bg' ? ';' : ',',
  );
  saveFile(`${title} ${dayKey(serverNow())}.csv`, words, 'text/csv');
}

const NOTHING_YET: ReadSoFar = { read: 0, total: null };

interface ExportButtonProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** Every row that fits search and filters, not this page's alone. */
  read: (signal: AbortSignal, onRead: (soFar: ReadSoFar) => void) => Promise<readonly Row[]>;
  disabled: boolean;
}

/**
 * Gives everything that the list shows, page after page, as a CSV file. Until all of it is read there is no file. What takes longer than a
 * moment shows how far it is, and can be cancelled.
 */
export function ExportButton<Row>({ title, columns, read, disabled }: ExportButtonProps<Row>) {
  const text = useText();
  const [soFar, setSoFar] = useState<ReadSoFar>(NOTHING_YET);
  const [busy, setBusy] = useState(false);
  /** How many rows the file has, once it is there. */
  const [saved, setSaved] = useState<number | null>(null);
  const time = useProgressTime();
  const running = useRef<AbortController | null>(null);
  const run = async () => {
    const work = new AbortController();
    running.current = work;
    setBusy(true);
    setSaved(null);
    setSoFar(NOTHING_YET);
    time.begin();
    try {
      const rows = await read(work.signal, setSoFar);
      if (work.signal.aborted) return;
      saveRows(title, columns, rows);
      setSaved(rows.length);
      if (!time.over()) toastSuccess('LIST_EXPORTED', { count: rows.length });
    } catch (problem) {
      time.close();
      if (work.signal.aborted) return;
      if (problem instanceof RestlessList) toastError('LIST_EXPORT_RESTLESS');
      else toastProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const wordsOf = ({ read, total }: ReadSoFar) =>
    total === null ? text('LIST_EXPORT_READ', { read }) : text('LIST_EXPORT_READ_OF', { read, total });
  const cancel = () => {
    running.current?.abort();
    time.close();
  };
  return (
    <>
      <QuietButton
        icon="download"
        words={text('LIST_EXPORT')}
        title={text('LIST_EXPORT_HINT')}
        loading={busy}
        disabled={disabled}
        onClick={() => void run()}
      />
      {time.stands ? (
        <Dialog title={text(saved === null ? 'LIST_EXPORTS' : 'LIST_EXPORT')} onClose={saved === null ? cancel : time.close} width={440}>
          <RowProgress
            label={text('LIST_EXPORT')}
            done={saved ?? soFar.read}
            total={saved ?? soFar.total}
            words={wordsOf(soFar)}
            over={saved === null ? null : text('LIST_EXPORTED', { count: saved })}
          />
          <div className={styles.answers}>
            <Button variant="default" onClick={saved === null ? cancel : time.close} data-autofocus>
              {text(saved === null ? 'FRAME_CANCEL' : 'FRAME_CLOSE')}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
