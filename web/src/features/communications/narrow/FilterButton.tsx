import { Suspense, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { usePlace } from '../place.ts';
import { FilterPanel } from './later.ts';

/** Opens what narrows and orders the list; its code comes with the first click. */
export function FilterButton() {
  const text = useText();
  const { filter } = usePlace();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useCommand('list.filter', () => setOpen(true));
  const label = text('COMMUNICATIONS_FILTER');
  const button = (
    <IconButton
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-on={filter !== ''}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon name="filter" />
    </IconButton>
  );
  if (!wasOpen) return button;
  return (
    <Suspense fallback={button}>
      <FilterPanel button={button} opened={isOpen} onChange={setOpen} />
    </Suspense>
  );
}
