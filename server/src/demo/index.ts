export { DEMO_SUPER_USER, type DemoAccount, type DemoPerson, LUMEN, ORION } from './people.ts';
export { makeDemo } from './seed.ts';
