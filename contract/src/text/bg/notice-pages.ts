import type { noticePages as en } from '../en/notice-pages.ts';

export const noticePages: Record<keyof typeof en, string> = {
  FRAME_UNEXPECTED_WORDS: 'Случи се нещо неочаквано. Съобщенията, които пишехте, са запазени.',
  FRAME_FORBIDDEN: 'Нямате достатъчно права',
  FRAME_FORBIDDEN_WORDS: 'Тази страница не е сред тези, които ролята Ви отваря.',
  FRAME_NOT_FOUND: 'Не е намерено',
  FRAME_NOT_FOUND_WORDS: 'На този адрес няма страница.',
  FRAME_BACK_HOME: 'Към началната страница',
};
