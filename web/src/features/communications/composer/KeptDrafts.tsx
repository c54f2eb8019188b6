import { ATTACHMENTS_LIMIT, type Room } from '@parley/contract';
import { copyText } from '../../../forms/copy-text.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { draftsToCustomer, withWordsOf } from '../state/draft-changes.ts';
import { type Draft, draftKey, emptyDraft, NOTE, noContent } from '../state/drafts.ts';
import { setDraft } from '../writing.ts';
import styles from './KeptDrafts.module.css';
import { KeptField } from './KeptField.tsx';
import { useToNotes } from './use-to-notes.ts';

function Kept({ draft, room, isNamed }: { draft: Draft; room: Room; isNamed: boolean }) {
  const text = useText();
  const { store } = useCommunications();
  const toNotes = useToNotes(room.id);
  const asNote = () => {
    const note = draftKey(room.id, NOTE);
    const both = withWordsOf(store.getState().drafts.get(note) ?? emptyDraft(note), draft);
    if (both.files.length > ATTACHMENTS_LIMIT) return toastError('COMMUNICATIONS_FILES_TOO_MANY', { limit: ATTACHMENTS_LIMIT });
    setDraft(store, note, both);
    setDraft(store, draftKey(draft.roomId, draft.channelId), noContent);
    toNotes();
  };
  const type = isNamed ? room.channels.find(({ channelId }) => channelId === draft.channelId)?.channelType : undefined;
  const kept = text('COMMUNICATIONS_ROOM_KEPT_WORDS');
  const label = type === undefined ? kept : `${text('COMMUNICATIONS_DRAFT_OF_CHANNEL', { channel: text(channelNames[type]) })} · ${kept}`;
  const names = draft.files.map(({ fileName }) => fileName);
  return (
    <KeptField label={label} words={[draft.text, ...names].filter((words) => words !== '').join('\n')}>
      <span className={styles.verbs}>
        {draft.text === '' ? null : (
          <Button size="compact" variant="default" onClick={() => void copyText(draft.text)}>
            {text('FORM_COPY')}
          </Button>
        )}
        <Button size="compact" variant="default" leftSection={<Icon name="lock" />} onClick={asNote}>
          {text('COMMUNICATIONS_DRAFT_AS_NOTE')}
        </Button>
      </span>
    </KeptField>
  );
}

/**
 * Answers that were being written when their conversation was resolved or went to a colleague: they stay drafts, stand in their field again once
 * something can be written on their channel, and can become a note.
 */
export function KeptDrafts({ room }: { room: Room }) {
  const drafts = useStorePart((all) => all.drafts);
  const kept = draftsToCustomer(drafts, room.id);
  return (
    <div className={styles.all}>
      {kept.map((draft) => (
        <Kept key={draft.channelId} draft={draft} room={room} isNamed={kept.length > 1} />
      ))}
    </div>
  );
}
