import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';

const PAGE = { size: 100, sort: 'name,asc' } as const;

/** Every page of a list, in its order. */
async function everyPage<Line>(read: (page: number) => Promise<{ content: Line[]; last: boolean }>): Promise<Line[]> {
  const all: Line[] = [];
  for (let page = 0; ; page++) {
    const { content, last } = await read(page);
    all.push(...content);
    if (last) return all;
  }
}

/** Every timeslot of an account by name, to choose one of them. */
export const useAllTimeslots = (accountId: string) =>
  useQuery({
    queryKey: [...orpc.timeslots.key(), 'all', accountId],
    queryFn: ({ signal }) => everyPage((page) => api.timeslots.list({ params: { accountId }, query: { ...PAGE, page } }, { signal })),
  });

/** Every queue of an account by name, to choose one of them. */
export const useAllQueues = (accountId: string) =>
  useQuery({
    queryKey: [...orpc.queues.key(), 'all', accountId],
    queryFn: ({ signal }) => everyPage((page) => api.queues.list({ params: { accountId }, query: { ...PAGE, page } }, { signal })),
  });
