import { harmlessHtml } from '../../../rooms/index.ts';

/** A signature's HTML as it stands below an e-mail: nothing in it runs or asks, and pictures keep their addresses, since customers fetch them. */
export const harmlessSignature = (html: string): string => harmlessHtml(html, { own: () => null, remote: (address) => address });

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Plain text as HTML shows it, line by line. */
export const textAsHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign).replaceAll(/\r\n|\r|\n/g, '<br />');
