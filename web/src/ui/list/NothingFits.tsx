import { Button } from '@mantine/core';
import { useText } from '../../text.ts';
import { EmptyState } from '../EmptyState.tsx';

/** A list that has rows, none of which fits search and filters. */
export function NothingFits({ onClear }: { onClear: () => void }) {
  const text = useText();
  return (
    <EmptyState
      icon="search"
      title={text('LIST_NOTHING_FITS')}
      words={text('LIST_NOTHING_FITS_WORDS')}
      action={
        <Button variant="default" onClick={onClear}>
          {text('LIST_CLEAR_FILTERS')}
        </Button>
      }
    />
  );
}
