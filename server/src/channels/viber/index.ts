export { keepViberFallback, VIBER_FALLBACK_TASK, viberFallbackTask } from './fallback.ts';
export { viber } from './viber.ts';
