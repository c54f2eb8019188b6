export { ComposerBar } from '../composer/ComposerBar.tsx';
export { LiveWords } from '../timeline/LiveWords.tsx';
export { ReadersNames } from '../timeline/ReadersNames.tsx';
export { TakeOverButton } from '../transfer/TakeOverButton.tsx';
export { ColleaguesHeader } from './ColleaguesHeader.tsx';
export { TakeOthers } from './TakeOthers.tsx';
