import { type ComponentProps, createElement, lazy, useState } from 'react';
import { everyText } from '../../../text.ts';

type Part = typeof import('./said-part.ts');
let here: Part | null = null;

/** The part, with its words. */
export async function loadSaid(): Promise<Part> {
  const [part] = await Promise.all([import('./said-part.ts'), everyText()]);
  here = part;
  return part;
}

const late = <Name extends Exclude<keyof Part, 'editLast'>>(name: Name) => lazy(async () => ({ default: (await loadSaid())[name] }));

export const ComposerSaid = late('ComposerSaid');
export const DeleteDialog = late('DeleteDialog');
export const MessageItems = late('MessageItems');
export const QuoteBlock = late('QuoteBlock');
export const ToField = late('ToField');

const SaidWordsLater = late('SaidWords');

/** Where the part was fetched before they are drawn in the same moment: what one has chosen to edit has the focus at once. */
export function SaidWords(props: ComponentProps<Part['SaidWords']>) {
  const [Now] = useState(() => here?.SaidWords ?? SaidWordsLater);
  return createElement(Now, props);
}
