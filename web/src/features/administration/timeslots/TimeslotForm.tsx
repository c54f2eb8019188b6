import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import { FormBody } from '../../../forms/FormBody.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { FortnightPreview } from './FortnightPreview.tsx';
import { TimeslotSections } from './TimeslotSections.tsx';
import styles from './Timeslots.module.css';
import { hoursOf, type TimeslotValues } from './timeslot-values.ts';

interface TimeslotFormProps {
  form: Form<TimeslotValues>;
  /** The verb on the main button. */
  save: string;
  onSave: (values: TimeslotValues) => Promise<void>;
  /** Further sections, which are not saved with it. */
  others?: ReactNode;
}

/** Where there is room, the preview stands beside the form; else below its fields. */
const HAS_ROOM = '(min-width: 1360px)';

/** The form of a timeslot, with what comes of it in the next fortnight. */
export function TimeslotForm({ form, save, onSave, others }: TimeslotFormProps) {
  const hasRoom = useMediaQuery(HAS_ROOM, undefined, { getInitialValueInEffect: false });
  const { values } = form;
  const hours = useMemo(() => hoursOf(values), [values]);
  const preview = <FortnightPreview hours={hours} />;
  return (
    <div className={styles.page}>
      <FormBody
        form={form}
        save={save}
        onSave={onSave}
        others={
          <>
            {others}
            {hasRoom ? null : preview}
          </>
        }
      >
        <TimeslotSections form={form} />
      </FormBody>
      {hasRoom ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing that could be reached by keyboard.
        <aside className={styles.beside} tabIndex={0}>
          {preview}
        </aside>
      ) : null}
    </div>
  );
}
