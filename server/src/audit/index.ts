export { auditApi } from './api.ts';
export { hadOnce, openToRead } from './reading.ts';
export { type Difference, type Doer, difference, doerOf, recordDeed } from './record.ts';
