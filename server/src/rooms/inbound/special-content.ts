import type { SpecialContent } from '../channel-port.ts';
import type { Draft } from '../draft.ts';
import { withinBounds } from '../emails/email-bounds.ts';

/** What a message that is more than words and files says of itself in its event; `text` are its words, empty for none. */
export function specialContent(
  content: SpecialContent,
  text: string,
): Pick<Draft, 'type'> & Partial<Pick<Draft, 'text' | 'rich' | 'unsupported' | 'details' | 'html' | 'fileIds'>> {
  const words = text === '' ? {} : { text };
  switch (content.type) {
    case 'RICH_MEDIA':
      return { type: content.type, ...words, rich: content.rich };
    case 'UNSUPPORTED_MEDIA': {
      const { type, unsupported, fallbackText } = content;
      return { type, ...words, unsupported, ...(fallbackText === undefined ? {} : { rich: { fallbackText } }) };
    }
    case 'EMAIL': {
      const { type } = content;
      const { email, html } = withinBounds(content);
      const subject = email.subject.trim();
      return {
        type,
        // What lists and notices say of it.
        ...(subject === '' ? words : { text: subject }),
        details: { email: { ...email, multipartContent: html !== null } },
        ...(html === null ? {} : { html }),
        fileIds: [...new Set(email.attachments.map(({ fileId }) => fileId))],
      };
    }
    case 'CALL': {
      const { type, call, startTime } = content;
      return { type, ...words, details: { startTime, call }, fileIds: call.recordingFileId === null ? [] : [call.recordingFileId] };
    }
  }
}
