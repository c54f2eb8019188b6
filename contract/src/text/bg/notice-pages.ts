import type { noticePages as en } from '../en/notice-pages.ts';

export const noticePages: Record<keyof typeof en, string> = {
  FRAME_UNEXPECTED_WORDS: 'Случи се нещо неочаквано. Съобщенията, които пишехте, са запазени.',
  FRAME_FORBIDDEN: 'Нямате достатъчно права',
  FRAME_FORBIDDEN_WORDS: 'Тази страница не е сред тези, които ролята Ви отваря.',
  FRAME_NOT_FOUND: 'Не е намерено',
  FRAME_NOT_FOUND_WORDS: 'На този адрес няма страница.',
  FRAME_BACK_HOME: 'Към началната страница',
  FRAME_INSECURE: 'Parley се нуждае от защитен адрес',
  FRAME_INSECURE_WORDS:
    'Страницата е отворена по обикновен http от друг компютър и там браузърът не позволява сигурно влизане. Отворете Parley на неговия https адрес или на компютъра, на който работи.',
  FRAME_NO_STORAGE: 'Браузърът не позволява на Parley да пази данни',
  FRAME_NO_STORAGE_WORDS:
    'За да останете в профила си, Parley се нуждае от хранилището на браузъра, а за този адрес то е блокирано. В настройките на браузъра за този сайт разрешете бисквитките и данните на сайта (често чрез знака вляво от адреса) и заредете страницата отново.',
};
