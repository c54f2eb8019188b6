// One file for all of them: each further one is named, with its hash, in what an agent's first screen loads.
export { EndPage } from './EndPage.tsx';
export { EndsPage } from './EndsPage.tsx';
export { NewEndPage } from './NewEndPage.tsx';
