export { ComposerBar } from '../composer/ComposerBar.tsx';
export { LiveWords } from '../timeline/LiveWords.tsx';
export { ReadersNames } from '../timeline/ReadersNames.tsx';
export { TakeOverButton } from '../transfer/TakeOverButton.tsx';
export { ColleaguesHeader } from './ColleaguesHeader.tsx';
export { HeadRoom } from './HeadRoom.tsx';
export { TakeOthers } from './TakeOthers.tsx';
export { TransferButton } from './TransferButton.tsx';
