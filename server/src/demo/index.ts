export { startDemoChannels } from './channels.ts';
export { DEMO_SUPER_USER, LUMEN, ORION } from './people.ts';
export { makeDemo } from './seed.ts';
