import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../../../api/client.ts';
import { nameCrumb } from '../../../crumbs.ts';

/** Names the carrier in the crumbs of the pages below it. @returns the carrier as it was read */
export function useCarrierCrumb(carrierId: string) {
  const found = useQuery(orpc.carriers.one.queryOptions({ input: { params: { carrierId } } }));
  const name = found.data?.name;
  useEffect(() => {
    if (name !== undefined) nameCrumb(carrierId, name);
  }, [carrierId, name]);
  return found;
}
