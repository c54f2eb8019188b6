export {
  createLetterPlace,
  FIND_LETTERS_TASK,
  findLettersTask,
  LETTER_TASK,
  type LetterPlace,
  letterTask,
} from './answer-letters.ts';
export { type Livechat, openLivechat } from './livechat.ts';
export { visitorPushes } from './pushes.ts';
export { widgetsApi } from './widgets-api.ts';
