import type { EmailWriting, RoomChannel, ScheduledMessage } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../text.ts';
import { AttachButton } from '../composer/AttachButton.tsx';
import { Attachments } from '../composer/Attachments.tsx';
import { EmailPart } from '../composer/email/EmailPart.tsx';
import { useUploads } from '../composer/use-uploads.ts';
import { useCommunications } from '../context.ts';
import { throwAway } from '../files/throw-away.ts';
import { attach } from '../files/uploads.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './ScheduledEditor.module.css';
import { type Edited, type EditPart, typeEdit, useEditing } from './scheduled-edits.ts';
import { uploadsKey } from './uploads-key.ts';

interface ScheduledEmailProps {
  message: ScheduledMessage;
  record: RoomRecord;
  channel: RoomChannel;
  edited: Edited;
  takesFocus: boolean;
  onFocused: () => void;
  onType: (part: EditPart) => void;
  /** Told what it is beside words and files; null while it cannot go. */
  onEmail: (email: EmailWriting | null) => void;
  onSave: () => void;
  onLeave: () => void;
}

/** What is held of it now: an upload ends long after it began. */
const heldOf = (id: string): Edited | undefined => useEditing.getState().edits.get(id);

/** An e-mail that waits, in the same editor in which it was written: its recipients, subject, looks, files, and what stands below its words. */
export function ScheduledEmail({
  message,
  record,
  channel,
  edited,
  takesFocus,
  onFocused,
  onType,
  onEmail,
  onSave,
  onLeave,
}: ScheduledEmailProps) {
  const text = useText();
  const { store, me } = useCommunications();
  const { id } = message;
  const key = uploadsKey(message);
  const clip = useRef<HTMLButtonElement>(null);
  const [editor, setEditor] = useState<{ focus: () => void } | null>(null);
  const uploads = useUploads(key);
  const { fields, files } = edited;
  const latest = useRef(onFocused);
  latest.current = onFocused;
  useEffect(() => {
    if (!takesFocus || editor === null) return;
    latest.current();
    editor.focus();
  }, [takesFocus, editor]);
  const [onReady] = useState(() => (focus: (() => void) | null) => setEditor(focus && { focus }));
  const into = {
    held: () => heldOf(id)?.files ?? [],
    add: (file: Edited['files'][number]) => {
      const held = heldOf(id);
      if (held === undefined) throwAway(file.fileId);
      else typeEdit(me, id, { files: [...held.files, file] });
    },
  };
  // Pictures that stand in the text are seen there.
  const shown = fields.html === undefined ? files : files.filter(({ fileId }) => !fields.html?.includes(`cid:${fileId}`));
  return (
    <div className={styles.email} data-email-edit>
      <EmailPart
        record={record}
        channel={channel}
        written={edited}
        label={text('SCHEDULED_EDIT_FIELD')}
        sends={0}
        onEmail={onEmail}
        onWords={({ text: words, html }) => onType({ text: words, fields: { ...heldOf(id)?.fields, html } })}
        onFields={(next) => onType({ fields: { ...heldOf(id)?.fields, ...next } })}
        onPictures={(pictures, onUploaded) => attach(store, key, pictures, { onUploaded, into })}
        onSend={onSave}
        onLeave={onLeave}
        onReady={onReady}
      />
      {shown.length + uploads.length === 0 ? null : (
        <Attachments
          draft={key}
          files={shown}
          onTakenAway={() => clip.current?.focus()}
          onRemove={(fileId) => onType({ files: files.filter((one) => one.fileId !== fileId) })}
        />
      )}
      <span className={styles.clip}>
        <AttachButton ref={clip} hasKey={false} onFiles={(chosen) => attach(store, key, chosen, { into })} />
      </span>
    </div>
  );
}
