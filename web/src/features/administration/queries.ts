import { type api, orpc, queryClient } from '../../api/client.ts';

/** What was done to people shows in their lists, in what is known of each, and in the trail. */
export async function peopleChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.people.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.users.ofAccount.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  ]);
}

/** What was done to queues shows in their list, in each of them, where timeslots are used, and in the trail. */
export async function queuesChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.queues.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.timeslots.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  ]);
}

/** What was done to timeslots shows in their lists, in each, in the queues that keep to them, and in the trail. */
export async function timeslotsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.timeslots.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.queues.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  ]);
}

export type QueueChanges = Parameters<typeof api.queues.change>[0]['body'];
export type PersonChanges = Parameters<typeof api.people.change>[0]['body'];
