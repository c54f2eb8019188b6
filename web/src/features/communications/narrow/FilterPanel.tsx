import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LazyPopover } from '../../../ui/LazyPopover.tsx';
import { SaveViewDialog } from '../views/SaveViewDialog.tsx';
import { useIsKept } from '../views/use-views.ts';
import { ViewsDialog } from '../views/ViewsDialog.tsx';
import { FilterFields } from './FilterFields.tsx';
import styles from './Narrow.module.css';
import { useFilter } from './use-filter.ts';

/** What narrows and orders the list: beside its button, on a phone as a sheet over the list. */
export function FilterPanel({ button, opened, onChange }: Pick<ComponentProps<typeof LazyPopover>, 'button' | 'opened' | 'onChange'>) {
  const text = useText();
  const isPhone = useMediaQuery('(max-width: 759px)', false, { getInitialValueInEffect: false });
  const { chosen, choose } = useFilter();
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const isKept = useIsKept();
  const isNarrowed = chosen.sort !== null || Object.keys(chosen.filters).length > 0;
  const title = text('COMMUNICATIONS_FILTER');
  const close = () => onChange(false);
  const open = (next: 'save' | 'manage') => {
    close();
    setDialog(next);
  };
  const content = (
    <>
      <FilterFields />
      <div className={styles.actions}>
        <Button variant="subtle" size="xs" onClick={() => open('manage')}>
          {text('VIEWS_MANAGE')}
        </Button>
        <Button variant="default" size="xs" disabled={!isNarrowed || isKept} onClick={() => open('save')}>
          {text('VIEW_SAVE')}
        </Button>
        {isPhone ? (
          <>
            <Button variant="default" disabled={!isNarrowed} onClick={() => choose({ filters: {}, sort: null })}>
              {text('FILTER_CLEAR')}
            </Button>
            <Button onClick={close}>{text('FRAME_CLOSE')}</Button>
          </>
        ) : null}
      </div>
    </>
  );
  return (
    <>
      {isPhone ? (
        <>
          {button}
          {opened ? (
            <Dialog title={title} onClose={close} width={420}>
              <div className={styles.panel}>{content}</div>
            </Dialog>
          ) : null}
        </>
      ) : (
        <LazyPopover
          button={button}
          opened={opened}
          onChange={onChange}
          label={title}
          position="bottom-start"
          width={340}
          shadow="md"
          className={styles.drop}
        >
          <div className={styles.panel}>{content}</div>
        </LazyPopover>
      )}
      {dialog === 'save' ? <SaveViewDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'manage' ? <ViewsDialog onClose={() => setDialog(null)} /> : null}
    </>
  );
}
