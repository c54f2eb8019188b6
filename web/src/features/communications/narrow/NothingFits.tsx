import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Elsewhere } from './Elsewhere.tsx';
import { useFilterWords } from './filter-words.ts';
import { useFilter } from './use-filter.ts';
import { withWords } from './with-words.tsx';

/** A list of which the filters leave nothing: says which, where else rooms are that fit, and takes them away. */
function Nothing() {
  const text = useText();
  const { chosen, choose } = useFilter();
  const words = useFilterWords()(chosen.filters).map((one) => one.words);
  return (
    <EmptyState
      icon="filter"
      title={text('LIST_NOTHING_FITS')}
      {...(words.length > 0 ? { words: text('FILTER_HIDES', { filters: words.join('; ') }) } : {})}
      action={
        <>
          <Elsewhere />
          <Button variant="default" onClick={() => choose({ filters: {}, sort: null })}>
            {text('FILTER_CLEAR')}
          </Button>
        </>
      }
    />
  );
}

export const NothingFits = withWords(Nothing);
