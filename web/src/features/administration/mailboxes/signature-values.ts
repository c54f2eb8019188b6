import { type Signature, signatureFields } from '@parley/contract';
import type { FieldRule } from '../../../forms/field-fault.ts';

export type SignatureValues = { content: string; kind: 'HTML' | 'PLAIN'; placement: Signature['placement'] };

export const emptySignature: SignatureValues = { content: '', kind: 'PLAIN', placement: 'ABOVE_QUOTE' };

export const valuesOf = ({ content, isHtml, placement }: Signature): SignatureValues => ({
  content,
  kind: isHtml ? 'HTML' : 'PLAIN',
  placement,
});

export const sentOf = ({ content, kind, placement }: SignatureValues) => ({ content, isHtml: kind === 'HTML', placement });

/** What is to be replaced of a signature that is there, in the order of the fields. */
export const replacementsOf = (changed: readonly (keyof SignatureValues)[], values: SignatureValues) => {
  const { content, isHtml, placement } = sentOf(values);
  return changed.map((field) =>
    field === 'kind'
      ? { op: 'replace' as const, path: 'isHtml' as const, value: isHtml }
      : field === 'content'
        ? { op: 'replace' as const, path: field, value: content }
        : { op: 'replace' as const, path: field, value: placement },
  );
};

export const signatureRules: { readonly [Name in keyof SignatureValues]?: FieldRule } = {
  content: { name: 'SIGNATURES_CONTENT', schema: signatureFields.content },
};
