import type { VisitorIdentity } from '@parley/contract/entities/visitor';
import type { VisitorPage } from '@parley/contract/entities/visitor-page';
import { complain } from './calls.ts';

const PAGE_VALUES = 20;

const fieldsOf = (given: unknown): Readonly<Record<string, unknown>> => (typeof given === 'object' && given !== null ? { ...given } : {});

const line = (value: unknown, longest: number): string => (typeof value === 'string' ? value.slice(0, longest).toWellFormed().trim() : '');

/** Who the site says its visitor is; null, and a sentence in the console, when the server would not even read it. */
export function readIdentity(given: unknown): VisitorIdentity | null {
  const { userId, signature } = fieldsOf(given);
  const id = typeof userId === 'number' ? String(userId) : line(userId, 200);
  if (id !== '' && typeof signature === 'string' && /^[\da-f]{64}$/i.test(signature)) return { userId: id, signature };
  complain('"identify" takes {userId, signature}: the HMAC-SHA256 of the user id with the widget’s secret, in hexadecimal.');
  return null;
}

/**
 * The page that the visitor is on. What the site says comes before what the document says. Of the document's address neither
 * query nor fragment is told: there may be secrets in them.
 */
export function readPage(given: unknown, { title, address }: { title: string; address: string }): VisitorPage {
  const said = fieldsOf(given);
  const values = Object.entries(fieldsOf(said.values))
    .map(([name, value]) => [line(name, 60), line(typeof value === 'number' ? String(value) : value, 300)] as const)
    .filter(([name, value]) => name !== '' && value !== '');
  return {
    title: line(said.title, 300) || line(title, 300),
    address: webAddress(line(said.address, 2000)) || webAddress(address.replace(/[?#].*/s, '')),
    values: Object.fromEntries(values.slice(0, PAGE_VALUES)),
  };
}

function webAddress(text: string): string {
  try {
    const { protocol, href } = new URL(text);
    return /^https?:$/.test(protocol) && href.length <= 2000 ? href : '';
  } catch {
    return '';
  }
}
