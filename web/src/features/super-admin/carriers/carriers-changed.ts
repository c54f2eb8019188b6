import { orpc, queryClient } from '../../../api/client.ts';

/** What was done to carriers and services shows in their lists, in each, where they are chosen, and in the trail. */
export async function carriersChanged(): Promise<void> {
  await Promise.all(
    [orpc.carriers, orpc.carrierServices, orpc.smsSettings, orpc.viberChannels, orpc.audit].map((part) =>
      queryClient.invalidateQueries({ queryKey: part.key() }),
    ),
  );
}
