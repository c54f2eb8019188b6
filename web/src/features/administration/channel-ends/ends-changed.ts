import { orpc, queryClient } from '../../../api/client.ts';
import { callsOf, type EndKind } from './end-kinds.ts';

/** What was done to ends shows in their list, in each, where services are used, and in the trail. */
export async function endsChanged(kind: EndKind): Promise<void> {
  const parts = [callsOf[kind].key(), orpc.carrierServices.key(), orpc.audit.key()];
  await Promise.all(parts.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
