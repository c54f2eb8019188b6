import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** The list of somebody who is in no chat of colleagues. */
export function NoChats() {
  const text = useText();
  return <EmptyState icon="people" title={text('COLLEAGUES_NONE')} words={text('COLLEAGUES_NONE_WORDS')} />;
}
