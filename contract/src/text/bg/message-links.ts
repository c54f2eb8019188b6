import type { messageLinks as en } from '../en/message-links.ts';

export const messageLinks: Record<keyof typeof en, string> = {
  COMMUNICATIONS_LINK_COPY: 'Копиране на връзка към съобщението',
  COMMUNICATIONS_EVENT_MISSING: 'Съобщението от връзката не е в този разговор. Виждате най-новите му съобщения.',
  COMMUNICATIONS_LINK_COPIED: 'Връзката е копирана.',
  COMMUNICATIONS_LINK_NOT_COPIED: 'Браузърът не позволи връзката да се копира.',
};
