import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { useScope } from '../scope.ts';
import styles from './Mailboxes.module.css';
import type { SignatureValues } from './signature-values.ts';

/** Whoever types is not answered for each letter. */
const REST_MS = 300;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const asHtml = (words: string) => words.replaceAll(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);

/** An answer with the signature in its place. The frame runs nothing, is of no origin, and loads nothing: the policy of the page holds in it too. */
const pageOf = (signature: string, placement: SignatureValues['placement'], reply: string, quote: string): string => {
  const said = `<blockquote style="margin:0 0 12px;padding-left:10px;border-left:2px solid #ccc;color:#666">${asHtml(quote)}</blockquote>`;
  const below = `<div>${signature}</div>`;
  const parts = placement === 'ABOVE_QUOTE' ? [below, '<br>', said] : [said, below];
  return `<!doctype html><meta charset="utf-8"><body style="margin:12px;font:14px/1.5 sans-serif;color:#222;overflow-wrap:anywhere"><p style="margin-top:0">${asHtml(reply)}</p>${parts.join('')}`;
};

/** How a signature looks below an answer, as the server makes it harmless. */
export function SignaturePreview({ values, mailboxId }: { values: SignatureValues; mailboxId: string }) {
  const text = useText();
  const { accountId } = useScope();
  const { content, kind } = useRested(values);
  const isEmpty = content.trim() === '';
  const found = useQuery({
    ...orpc.signatures.preview.queryOptions({
      input: { params: { accountId, mailboxId }, body: { content: isEmpty ? '-' : content, isHtml: kind === 'HTML' } },
    }),
    enabled: !isEmpty,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isEmpty) return <p className={styles.words}>{text('SIGNATURES_PREVIEW_EMPTY')}</p>;
  if (found.isError) return <p className={styles.words}>{text('SIGNATURES_PREVIEW_FAILED')}</p>;
  const page = pageOf(found.data?.html ?? '', values.placement, text('SIGNATURES_SAMPLE_REPLY'), text('SIGNATURES_SAMPLE_QUOTE'));
  return <iframe className={styles.preview} title={text('SIGNATURES_PREVIEW')} sandbox="" srcDoc={page} />;
}
