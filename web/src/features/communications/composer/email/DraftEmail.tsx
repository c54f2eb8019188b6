import { useCommunications } from '../../context.ts';
import { attach } from '../../files/uploads.ts';
import { type Draft, draftKey } from '../../state/drafts.ts';
import { setDraft, setFields } from '../../writing.ts';
import { EmailPart, type EmailPartProps } from './EmailPart.tsx';

interface DraftEmailProps extends Omit<EmailPartProps, 'written' | 'onWords' | 'onFields' | 'onPictures'> {
  draft: Draft;
  onTyped: (text: string) => void;
}

/** The e-mail of a composer: what is written is kept as its draft. */
export function DraftEmail({ draft, onTyped, ...rest }: DraftEmailProps) {
  const { store } = useCommunications();
  const key = draftKey(draft.roomId, draft.channelId);
  return (
    <EmailPart
      {...rest}
      written={draft}
      onWords={({ text, html }) => {
        setDraft(store, key, { text, fields: { ...store.getState().drafts.get(key)?.fields, html } });
        onTyped(text);
      }}
      onFields={(fields) => setFields(store, key, fields)}
      onPictures={(pictures, onUploaded) => attach(store, key, pictures, { onUploaded })}
    />
  );
}
