import * as z from 'zod/mini';
import { Id } from '../entities/primitives.ts';
import { CustomerFacts } from '../entities/visitor.ts';
import { route } from './access.ts';

/** What is known of customers beside what they wrote. */
export const customers = {
  /** Of a room with a customer; of other rooms nothing is known. Throws ROOM_NOT_FOUND. */
  facts: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/customer', 'What the customer of a room told, and the page they are on')
    .input(z.object({ params: z.object({ roomId: Id }) }))
    .output(CustomerFacts),
};
