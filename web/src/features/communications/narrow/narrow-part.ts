export { ViewChips } from '../views/ViewChips.tsx';
export { ChosenFilters } from './ChosenFilters.tsx';
export { FilterButton } from './FilterButton.tsx';
export { NothingFits } from './NothingFits.tsx';
export { narrowingOf } from './narrowing.ts';
