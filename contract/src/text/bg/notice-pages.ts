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
  FRAME_NO_ACCESS: 'Нямате достъп до Parley',
  FRAME_NO_ACCESS_ASK: '{reason} Обърнете се към хората, които поддържат входа Ви, или към администратора си в Parley.',
  FRAME_SIGN_IN_OTHER: 'Вход с друг потребител',
  FRAME_ROLE_UPDATED: 'Ролята Ви беше променена',
  FRAME_ROLE_UPDATED_WORDS: 'Parley ще Ви покаже това, което новата роля може да вижда.',
  FRAME_ACCESS_CHANGED: 'Достъпът Ви е променен',
  FRAME_ACCESS_CHANGED_WORDS:
    'Влезте отново, за да започне да важи промяната. Ако не успеете, достъпът Ви е прекратен: обърнете се към администратора си.',
  FRAME_CONTINUE: 'Продължаване',
  FRAME_SIGN_IN_AGAIN: 'Повторен вход',
};
