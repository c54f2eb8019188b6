import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../text.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { useScope } from '../scope.ts';
import { callsOf, type EndKind, endKinds } from './end-kinds.ts';
import { wordsOf } from './end-words.ts';

/** How a card of the home page looks: with its title, its words, and what stands below them. */
type CardOf = (card: { title: string; words: string; children: ReactNode }) => ReactNode;

function EndCard({ kind, card: Card, fact }: { kind: EndKind; card: CardOf; fact: string | undefined }) {
  const text = useText();
  const { accountId, ends } = useScope();
  const calls = callsOf[kind];
  const query = { size: 1 };
  const found = useQuery({
    queryKey: [...calls.key(), 'list', accountId, query],
    queryFn: ({ signal }) => calls.list(accountId, query, signal),
  });
  const count = found.data?.totalElements;
  if (ends === null) return null;
  return (
    <Card title={text(wordsOf[kind].title)} words={text(wordsOf[kind].card)}>
      <p className={fact}>{count === undefined ? ' ' : text('ENDS_COUNT', { count })}</p>
      <LinkButton to={ends.list(kind)} variant="default">
        {text('ENDS_OPEN')}
      </LinkButton>
    </Card>
  );
}

/** The ends of every kind, for whoever sets them. */
export function EndCards({ card, fact }: { card: CardOf; fact: string | undefined }) {
  const { ends } = useScope();
  if (ends === null) return null;
  return endKinds.map((kind) => <EndCard key={kind} kind={kind} card={card} fact={fact} />);
}
