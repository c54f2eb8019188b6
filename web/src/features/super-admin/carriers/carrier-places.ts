import { type CarrierUse, CarrierUse as Use } from '@parley/contract';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { ApiProblem } from '../../../api/api-problem.ts';

export const carriersPlace = linkOptions({ to: '/super-admin/settings/carriers' });
export const carrierPlace = (carrierId: string) => linkOptions({ to: '/super-admin/settings/carriers/$carrierId', params: { carrierId } });
export const servicesPlace = (carrierId: string) =>
  linkOptions({ to: '/super-admin/settings/carriers/$carrierId/services', params: { carrierId } });
export const servicePlace = (carrierId: string, serviceId: string) =>
  linkOptions({ to: '/super-admin/settings/carriers/$carrierId/services/$serviceId', params: { carrierId, serviceId } });

const ends = { SMS: 'sms-settings', VIBER: 'viber-channels' } as const;

/** Where what uses a carrier or a service is changed. @param carrierId whose services they are */
export function placeOfUse({ kind, id, accountId }: CarrierUse, carrierId: string): LinkProps {
  if (kind === 'SERVICE') return servicePlace(carrierId, id);
  return { to: `/super-admin/accounts/${accountId}/settings/${ends[kind]}/${id}` };
}

/** Of a refusal, what uses it; none of any other refusal. */
export function usesIn(refusal: unknown): CarrierUse[] {
  if (!(refusal instanceof ApiProblem)) return [];
  return refusal.errors.map(({ params }) => Use.safeParse(params).data).filter((use) => use !== undefined);
}
