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
};
