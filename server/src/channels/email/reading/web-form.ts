import { settledAddress } from './addresses.ts';
import type { MailAddress } from './parsed-mail.ts';

/** So much of what a form sends is looked through. */
const LONGEST_FORM = 20_000;
const WRITTEN = /[^\s<>()[\],;:"'@]{1,64}@[^\s<>()[\],;:"'@]{1,255}/g;
const EMAIL_LABEL =
  /^\W{0,5}(?:your |вашият |вашия )?(?:e-?mail|и-?мейл|имейл|е-?поща|електронна поща|e-?posta|correo|courriel)(?: address| адрес|-adresse)?\s?\*?\s*[:：=]/iu;
const NAME_LABEL =
  /^\W{0,5}(?:your |full |вашето )?(?:name|име|имена|име и фамилия|имя|nom|nombre|nome|isim|όνομα)\s?\*?\s*[:：=]\s*(.{1,200})$/iu;

/**
 * Whom a web form names in its text (protocols: e-mail, section 8; BUG-018): the address behind the label of an address, on its line or the next, else the
 * first one that is none of `others` (settled addresses: ours, and the form's own). The name is what stands behind the label of a name; empty without one.
 * Null where the text names nobody.
 */
export function formSender(text: string, others: readonly string[]): MailAddress | null {
  const lines = text.slice(0, LONGEST_FORM).split('\n');
  const found = (where: string) => addressesOf(where).find(({ address }) => !others.includes(address));
  const labelled = lines.flatMap((line, index) => (EMAIL_LABEL.test(line) ? [found(line) ?? found(lines[index + 1] ?? '')] : []));
  const sender = labelled.find((one) => one !== undefined) ?? found(text.slice(0, LONGEST_FORM));
  if (sender === undefined) return null;
  const name = lines.map((line) => NAME_LABEL.exec(line)?.[1]?.trim() ?? '').find((one) => one !== '' && !one.includes('@')) ?? '';
  return { name: name.toWellFormed(), ...sender };
}

const addressesOf = (text: string): { address: string; shown: string }[] =>
  [...text.matchAll(WRITTEN)].flatMap(([written]) => settledAddress(written.replace(/[.!?…]+$/, '')) ?? []);
