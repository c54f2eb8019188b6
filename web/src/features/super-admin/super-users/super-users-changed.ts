import { orpc, queryClient } from '../../../api/client.ts';

/** What was done to a super admin shows in the list and in what is known of each. */
export const superUsersChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: orpc.superUsers.key() });
