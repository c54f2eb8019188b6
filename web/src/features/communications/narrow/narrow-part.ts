import { RowEnds } from '../rooms/RowEnds.tsx';
import { AllCount } from '../views/AllCount.tsx';
import { ViewChips } from '../views/ViewChips.tsx';
import { ChosenFilters } from './ChosenFilters.tsx';
import { FilterButton } from './FilterButton.tsx';
import { NothingFits } from './NothingFits.tsx';
import { narrowingOf } from './narrowing.ts';
import { stayingIn, stayingOnceShown } from './staying.ts';

/** What comes after the list: how it is narrowed, and what stands in its head for it. */
export const narrowPart = {
  AllCount,
  ViewChips,
  RowEnds,
  ChosenFilters,
  FilterButton,
  NothingFits,
  narrowingOf,
  stayingIn,
  stayingOnceShown,
};
