import type { VisitorPage } from '@parley/contract/entities/visitor-page';

const PAGE_VALUES = 20;

const fieldsOf = (given: unknown): Readonly<Record<string, unknown>> => (typeof given === 'object' && given !== null ? { ...given } : {});

const line = (value: unknown, longest: number): string => (typeof value === 'string' ? value.slice(0, longest).toWellFormed().trim() : '');

/**
 * The page that the visitor is on. What the site says comes before what the document says. Of the document's address neither
 * query nor fragment is told, nor of the page of another site that led to it: there may be secrets in them.
 */
export function readPage(given: unknown, { title, address, from }: { title: string; address: string; from: string }): VisitorPage {
  const said = fieldsOf(given);
  const values = Object.entries(fieldsOf(said.values))
    .map(([name, value]) => [line(name, 60), line(typeof value === 'number' ? String(value) : value, 300)] as const)
    .filter(([name, value]) => name !== '' && value !== '');
  const cameFrom = originOf(from) === originOf(address) ? '' : withoutSecrets(from);
  return {
    title: line(said.title, 300) || line(title, 300),
    address: webAddress(line(said.address, 2000)) || withoutSecrets(address),
    values: Object.fromEntries(values.slice(0, PAGE_VALUES)),
    ...(cameFrom === '' ? {} : { cameFrom }),
  };
}

const withoutSecrets = (address: string): string => webAddress(address.replace(/[?#].*/s, ''));

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return '';
  }
}

function webAddress(text: string): string {
  try {
    const { protocol, href } = new URL(text);
    return /^https?:$/.test(protocol) && href.length <= 2000 ? href : '';
  } catch {
    return '';
  }
}
