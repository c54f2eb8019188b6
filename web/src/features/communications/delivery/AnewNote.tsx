import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { throwAway } from '../files/throw-away.ts';
import { type Draft, draftKey, noContent } from '../state/drafts.ts';
import { setDraft } from '../writing.ts';
import styles from './Delivery.module.css';

/** Above the field: what stands in it takes the place of a message that was not delivered. */
export function AnewNote({ draft }: { draft: Draft }) {
  const text = useText();
  const { store } = useCommunications();
  const drop = () => {
    for (const { fileId } of draft.files) throwAway(fileId);
    setDraft(store, draftKey(draft.roomId, draft.channelId), noContent);
    document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();
  };
  return (
    <div className={styles.note} role="status">
      <Icon name="edit" size={14} />
      <span>{text('ANEW_WRITES')}</span>
      <Button variant="default" size="compact" onClick={drop}>
        {text('FRAME_CANCEL')}
      </Button>
    </div>
  );
}
