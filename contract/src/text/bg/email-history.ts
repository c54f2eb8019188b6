import type { emailHistory as en } from '../en/email-history.ts';

export const emailHistory: Record<keyof typeof en, string> = {
  EMAIL_HISTORY_WROTE: 'На {date} {name} написа:',
  EMAIL_HISTORY_FORWARDED: 'Препратено съобщение',
  EMAIL_HISTORY_FROM: 'От: {value}',
  EMAIL_HISTORY_DATE: 'Дата: {value}',
  EMAIL_HISTORY_SUBJECT: 'Тема: {value}',
  EMAIL_HISTORY_TO: 'До: {value}',
  EMAIL_HISTORY_CC: 'Копие: {value}',
};
