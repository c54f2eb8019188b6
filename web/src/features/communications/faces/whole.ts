import { parts, shapes } from 'virtual:contract-shapes-later';
import type { CallEvent, Email } from '@parley/contract';
import { fits } from '../../../api/shape.ts';

/** What of an event is not looked at when it comes in is looked at here, before it is drawn. */
export const isEmail = (value: unknown): value is Email => fits(shapes.Email, value, parts);
export const isCall = (value: unknown): value is CallEvent => fits(shapes.CallEvent, value, parts);
