import type { Mention, Quote, RoomEvent } from '@parley/contract';
import { useState } from 'react';
import { toastError } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { loadSaid } from '../said/later.ts';
import type { PendingSend } from '../state/pending.ts';
import { setQuoting } from '../store.ts';

type WhomItNames = (text: string) => readonly Mention[];

export interface ComposerReference {
  /** Colleagues read it, who may be named and quoted. */
  readonly isAmong: boolean;
  readonly quoted: RoomEvent | null;
  /** Something of it stands above the field. */
  readonly isShown: boolean;
  /** Whom the words name is known, or that it cannot be. */
  readonly isKnown: boolean;
  readonly onNames: (whom: WhomItNames | null) => void;
  /** What the message refers to that goes out now; what was quoted is not any more. */
  readonly take: () => Pick<PendingSend, 'quote' | 'mentions'>;
  /** The last of one's own messages among these is to be changed. */
  readonly editLast: (events: readonly RoomEvent[]) => void;
}

const quoteOf = ({ id, eventData: { type, message, privateMessage }, origin }: RoomEvent): Quote => ({
  eventId: id,
  type,
  originType: origin.type,
  originId: origin.id,
  originName: origin.name,
  text: message?.text ?? null,
  privateMessage,
});

/** What is being written to colleagues answers to, and whom it names. */
export function useReference(key: string, text: string, isAmong: boolean): ComposerReference {
  const { store, me } = useCommunications();
  const quoted = useStorePart(({ quoting }) => quoting.get(key)) ?? null;
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
      if (quoted !== null) setQuoting(store, key, null);
      return { ...(quoted === null ? {} : { quote: quoteOf(quoted) }), ...(mentions.length === 0 ? {} : { mentions }) };
    },
    editLast: (events) =>
      void loadSaid().then(
        ({ editLast }) => editLast(store, events, me),
        () => toastError('FRAME_UNREACHABLE'),
      ),
  };
}
