import { parts, shapes } from 'virtual:contract-shapes-later';
import type { AssignmentReason, RoomEvent } from '@parley/contract';
import { fits } from '../../../api/shape.ts';

/** The reason in numbers of a queue that did it. It is not looked at when it comes in, but here, before it is told; what does not fit is not told. */
export const reasonOf = ({ eventData: { assignment } }: RoomEvent): AssignmentReason | undefined =>
  fits(shapes.AssignmentReason, assignment, parts) ? assignment : undefined;
