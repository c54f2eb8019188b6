/** What stands in a cell of a file: words, or a figure that a spreadsheet may count with. */
export type Written = string | number;

/** Excel takes what has it for UTF-8; without it Cyrillic becomes gibberish there. */
const BYTE_ORDER_MARK = '\uFEFF';

/** With any of these at its front a spreadsheet runs a cell as a formula (OWASP: "CSV Injection"). */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Whatever separator a spreadsheet goes by, it is none within quotes. */
const NEEDS_QUOTES = /[,;\t"\r\n]/;

function cell(written: Written): string {
  if (typeof written === 'number') return String(written);
  const harmless = STARTS_FORMULA.test(written) ? `'${written}` : written;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * A table as a file that spreadsheets open (RFC 4180): a mark that it is UTF-8, lines that end with CR LF, and no cell that is a formula.
 *
 * @param separator Excel parts cells by the list separator of its language: a semicolon where the comma parts decimals, as in Bulgarian
 */
export function csvOf(head: readonly string[], rows: Iterable<readonly Written[]>, separator: ',' | ';'): string {
  const line = (cells: readonly Written[]) => `${cells.map((written) => cell(written)).join(separator)}\r\n`;
  return BYTE_ORDER_MARK + line(head) + Array.from(rows, line).join('');
}
