import type { reasons as en } from '../en/reasons.ts';

export const reasons: Record<keyof typeof en, string> = {
  ASSIGN_REASON_TAKEN: 'поет по собствено решение',
  ASSIGN_REASON_HANDED_OVER: 'предаден от колега',
  ASSIGN_REASON_QUEUE: 'на ред в опашката: на разположение, под капацитета си, най-дълго без нов разговор',
  QUEUE_REASON_DEFAULT: 'опашката по подразбиране, защото няма активен маршрут',
  QUEUE_REASON_DEACTIVATED: 'върнат, защото този, който го водеше, е деактивиран',
};
