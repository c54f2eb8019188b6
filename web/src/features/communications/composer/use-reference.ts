import type { Mention, Quote } from '@parley/contract';
import { useState } from 'react';
import { toastError } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo } from '../place.ts';
import { loadSaid } from '../said/later.ts';
import type { PendingSend } from '../state/pending.ts';
import type { HistoryName } from '../state/room-record.ts';

type WhomItNames = (text: string) => readonly Mention[];

export interface ComposerReference {
  /** Colleagues read it, who may be named and quoted. */
  readonly isAmong: boolean;
  readonly quoted: Quote | null;
  /** Something of it stands above the field. */
  readonly isShown: boolean;
  /** Whom the words name is known, or that it cannot be. */
  readonly isKnown: boolean;
  readonly onNames: (whom: WhomItNames | null) => void;
  /** What the message refers to that goes out now; what was deleted is not answered to. */
  readonly take: () => Pick<PendingSend, 'quote' | 'mentions'>;
  /** The last of one's own messages of this history is to be changed. */
  readonly editLast: (name: HistoryName) => void;
}

/** What is being written to colleagues answers to, and whom it names. */
export function useReference(key: string, text: string, isAmong: boolean): ComposerReference {
  const communications = useCommunications();
  const go = useGo();
  const quoted = useStorePart(({ drafts }) => drafts.get(key)?.fields.quote) ?? null;
  const [whom, setWhom] = useState<{ of: WhomItNames } | null>(null);
  const [onNames] = useState(() => (of: WhomItNames | null) => setWhom(of === null ? null : { of }));
  const hasSign = text.includes('@');
  return {
    isAmong,
    quoted,
    isShown: isAmong && (quoted !== null || hasSign),
    isKnown: !isAmong || !hasSign || whom !== null,
    onNames,
    take() {
      if (!isAmong) return {};
      const mentions = hasSign ? (whom?.of(text) ?? []) : [];
      return { ...(quoted === null || quoted.deleted ? {} : { quote: quoted }), ...(mentions.length === 0 ? {} : { mentions }) };
    },
    editLast: (name) =>
      void loadSaid().then(
        ({ editLast }) => editLast(communications, { roomId: key.split('.')[0] ?? '', name, draft: key }, go),
        () => toastError('FRAME_UNREACHABLE'),
      ),
  };
}
