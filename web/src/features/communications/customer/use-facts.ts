import type { CustomerFacts } from '@parley/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCommunications } from '../context.ts';

/** What is known of a room's customer beside the talk; read again when it changes, and after every time without a connection. @param enabled whether it is wanted */
export function useFacts(roomId: string, enabled = true): UseQueryResult<CustomerFacts> {
  const client = useQueryClient();
  const { line } = useCommunications();
  const facts = useQuery(orpc.customers.facts.queryOptions({ input: { params: { roomId } }, enabled }));
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: orpc.customers.facts.key({ input: { params: { roomId } } }) });
    const stops = [
      line.subscribe('CustomerChanged', (changed) => {
        if (changed.roomId === roomId) readAgain();
      }),
      line.onOpen(({ first }) => (first ? undefined : readAgain())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, line, roomId]);
  return facts;
}
