import type { reasons as en } from '../en/reasons.ts';

export const reasons: Record<keyof typeof en, string> = {
  ASSIGN_REASON_TAKEN: 'поет по собствено решение',
  ASSIGN_REASON_HANDED_OVER: 'предаден от колега',
  ASSIGN_REASON_QUEUE: 'разпределен от опашката',
  QUEUE_REASON_DEFAULT: 'опашката по подразбиране, защото няма активен маршрут',
  QUEUE_REASON_OVERFLOW: 'чака твърде дълго в предишната опашка',
  QUEUE_REASON_OVERFLOW_CLOSED: 'в предишната опашка по това време няма никого',
  QUEUE_REASON_DEACTIVATED: 'върнат, защото този, който го водеше, е деактивиран',
  QUEUE_REASON_AGENT_LEFT: 'върнат, защото този, който го водеше, отсъства твърде дълго',
  QUEUE_REASON_TRANSFERRED: 'предаден на нея от колега',
  QUEUE_REASON_AGENT_IDLE: 'върнат, защото този, който го водеше, е извън линия и не се е заел с него',
  QUEUE_REASON_AGENT_OFFLINE: 'върнат, защото този, който го водеше, излезе извън линия',
  QUEUE_REASON_SNOOZE_ENDED: 'отлагането свърши, а този, който го водеше, го нямаше',
  TRANSFER_REASON_UNDONE: 'предаването беше отменено',
  RESOLVE_REASON_SPAM: 'отбелязан като спам',
};
