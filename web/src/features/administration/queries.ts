import { type api, orpc, queryClient } from '../../api/client.ts';

/** What was done to people shows in their lists, in what is known of each, and in the trail. */
export async function peopleChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.people.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.users.ofAccount.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  ]);
}

export type PersonChanges = Parameters<typeof api.people.change>[0]['body'];
