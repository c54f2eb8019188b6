/** A password has at least so many signs. */
export const PASSWORD_LEAST = 10;
/** And at most so many, so that nobody makes the server hash a book. */
export const PASSWORD_MOST = 256;

export type PasswordFault = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_IS_ADDRESS' | 'PASSWORD_COMMON';

/** What guessers try first among passwords that are long enough. */
const COMMONEST: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `1234567890 0123456789 9876543210 0987654321 12345678910 123456789a a123456789 1234567890a 1q2w3e4r5t q1w2e3r4t5 1qaz2wsx3edc
  qwertyuiop qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 qazwsxedcrfv zxcvbnm123 asdfghjkl1 password12 password123 password1234
  password12345 passw0rd123 p@ssw0rd123 p@ssword123 password!123 mypassword welcome123 welcome1234 letmein123 letmein1234 changeme123
  administrator admin12345 admin123456 test123456 user123456 secret1234 iloveyou12 iloveyou123 princess123 sunshine123 football123
  superman123 computer123 internet123 abcd123456 abc1234567 abcdefghij trustno1trustno1 parola1234 parola12345 parola123456 parolaparola
  bulgaria123 obichamte123 slantchice йцукенгшщз явертъуиоп парола1234 парола12345`.split(/\s+/),
);

/** Alike from sign to sign, as 1111111111, or a step up or down each, as 2345678901 without its turn. */
function isRow(signs: readonly string[]): boolean {
  const steps = signs.slice(1).map((sign, at) => (sign.codePointAt(0) ?? 0) - (signs[at]?.codePointAt(0) ?? 0));
  return [0, 1, -1].some((step) => steps.every((one) => one === step));
}

/**
 * What is wrong with a password that somebody chooses; null when nothing is. Length counts, not kinds of signs: at least ten, not
 * one's own address, and none that guessers try first.
 */
export function passwordFault(password: string, email: string): PasswordFault | null {
  const plain = password.normalize('NFKC').toLowerCase();
  const signs = [...plain];
  if (signs.length < PASSWORD_LEAST) return 'PASSWORD_TOO_SHORT';
  if (password.length > PASSWORD_MOST) return 'PASSWORD_TOO_LONG';
  const address = email.trim().toLowerCase();
  if (address !== '' && (plain.includes(address) || plain === address.split('@')[0])) return 'PASSWORD_IS_ADDRESS';
  if (COMMONEST.has(plain) || new Set(signs).size < 4 || isRow(signs)) return 'PASSWORD_COMMON';
  return null;
}
