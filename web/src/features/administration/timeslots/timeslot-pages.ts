// One file for all of them: each further one is named, with its hash, in what an agent's first screen loads.
export { NewTimeslotPage } from './NewTimeslotPage.tsx';
export { TimeslotPage } from './TimeslotPage.tsx';
export { TimeslotsPage } from './TimeslotsPage.tsx';
