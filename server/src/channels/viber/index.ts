export { viber } from './viber.ts';
