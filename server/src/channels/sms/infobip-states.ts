import { INFOBIP_DUPLICATE_ID, INFOBIP_GROUP, INFOBIP_SYSTEM_ERROR, rejectedByInfobip } from '../providers/index.ts';
import type { Meaning } from './outcomes.ts';

const GROUPS: Readonly<Record<number, Meaning>> = {
  [INFOBIP_GROUP.ACCEPTED]: { status: 'SENT', reason: null },
  [INFOBIP_GROUP.PENDING]: { status: 'SENT', reason: null },
  [INFOBIP_GROUP.UNDELIVERABLE]: { status: 'DELIVERY_FAILED', reason: 'UNDELIVERABLE' },
  [INFOBIP_GROUP.DELIVERED]: { status: 'DELIVERED', reason: null },
  [INFOBIP_GROUP.EXPIRED]: { status: 'DELIVERY_FAILED', reason: 'EXPIRED' },
  [INFOBIP_GROUP.REJECTED]: { status: 'REJECTED', reason: 'REJECTED' },
};

/** What a state of Infobip's means of a short message. @returns null for a group that it does not document */
export function meaningOfInfobip({ groupId, id }: { groupId: number; id?: number | undefined }): Meaning | null {
  if (id === INFOBIP_SYSTEM_ERROR) return { status: 'ERROR', reason: 'DEFAULT' };
  if (id === INFOBIP_DUPLICATE_ID) return { status: 'SENT', reason: null };
  const reason = id === undefined || groupId !== INFOBIP_GROUP.REJECTED ? null : rejectedByInfobip(id);
  return reason === null ? (GROUPS[groupId] ?? null) : { status: 'REJECTED', reason };
}
