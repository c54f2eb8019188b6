export { viberPublic } from './viber-public.ts';
