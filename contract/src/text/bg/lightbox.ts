import type { lightbox as en } from '../en/lightbox.ts';

export const lightbox: Record<keyof typeof en, string> = {
  COMMUNICATIONS_PICTURES: 'Изображения в този разговор',
  COMMUNICATIONS_PICTURE_OF: '{number} от {count}',
  COMMUNICATIONS_PICTURE_PREVIOUS: 'Предишно изображение',
  COMMUNICATIONS_PICTURE_NEXT: 'Следващо изображение',
  COMMUNICATIONS_PICTURE_ACTUAL: 'В действителен размер',
  COMMUNICATIONS_PICTURE_FIT: 'Побиране в прозореца',
  COMMUNICATIONS_PICTURE_DOWNLOAD: 'Изтегляне',
  COMMUNICATIONS_PICTURE_CLOSE: 'Затваряне',
  COMMUNICATIONS_FILE_DOWNLOAD: 'Изтегляне на {name} {size}',
  COMMUNICATIONS_PICTURE_OPEN: 'Отваряне на изображението {name}',
  COMMUNICATIONS_PICTURE_LOADING: 'Изображението се зарежда',
  COMMUNICATIONS_PICTURE_FAILED: 'Изображението не можа да се зареди',
  COMMUNICATIONS_PICTURE_GONE: 'Това изображение вече не може да се види',
};
