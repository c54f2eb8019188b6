import type { roomsFailures as en } from '../en/rooms-failures.ts';

export const roomsFailures: Record<keyof typeof en, string> = {
  FAILED_FRAME_ASSIGN: 'Разговорът не можа да се поеме.',
  FAILED_FRAME_RESOLVE: 'Разговорът не можа да се приключи.',
  FAILED_FRAME_PENDING: 'Съобщението не можа да се изпрати отново.',
  FAILED_ROOMS_CHANGE: 'Разговорът не можа да се промени.',
  FAILED_FILES_URLS: 'Файлът не можа да се изтегли.',
  FAILED_USERS_SET_CHAT_STATUS: 'Статусът Ви не можа да се смени.',
  FAILED_USERS_END_WRAP_UP: 'Времето за довършване не можа да се прекрати.',
  FAILED_NOTIFICATIONS_READ: 'Известията не можаха да се отбележат като прочетени.',
};
