import type { Mention, Quote, RoomEvent } from '@parley/contract';
import { useState } from 'react';
import { toastError } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { loadSaid } from '../said/later.ts';
import type { PendingSend } from '../state/pending.ts';
import { type CommunicationsStore, setQuoting } from '../store.ts';

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
  /** What the message refers to that goes out now; what was quoted is not any more, and what was deleted is not answered to. */
  readonly take: () => Pick<PendingSend, 'quote' | 'mentions'>;
  /** The last of one's own messages among these is to be changed. */
  readonly editLast: (events: readonly RoomEvent[]) => void;
}

/** The event that a draft answers to, as it is now, where it is held. */
export function quotedEvent({ quoting, state }: Pick<CommunicationsStore, 'quoting' | 'state'>, key: string): RoomEvent | undefined {
  const quote = quoting.get(key);
  const record = quote && state.rooms.get(key.split('.')[0] ?? '');
  return record?.[quote?.privateMessage ? 'private' : 'public'].events.find(({ id }) => id === quote?.eventId);
}

/** What is quoted, in the words of now; of what was deleted, that alone. */
export function withWordsOfNow(quote: Quote, event: RoomEvent | undefined): Quote {
  if (event?.since?.deleted) return { ...quote, deleted: true };
  return { ...quote, text: event?.eventData.message?.text ?? null };
}

/** What is being written to colleagues answers to, and whom it names. */
export function useReference(key: string, text: string, isAmong: boolean): ComposerReference {
  const { store, me } = useCommunications();
  const quote = useStorePart(({ quoting }) => quoting.get(key));
  const event = useStorePart((all) => quotedEvent(all, key));
  const quoted = quote === undefined ? null : withWordsOfNow(quote, event);
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
      return { ...(quoted === null || quoted.deleted ? {} : { quote: quoted }), ...(mentions.length === 0 ? {} : { mentions }) };
    },
    editLast: (events) =>
      void loadSaid().then(
        ({ editLast }) => editLast(store, events, me),
        () => toastError('FRAME_UNREACHABLE'),
      ),
  };
}
