import type { Outgoing } from '../../rooms/index.ts';

/** Letters of the name by which a bot writes. */
const NAME_LIMIT = 28;
/** Answers to choose from and buttons over the whole width. */
const COLUMNS = 6;
/** Rows of a message with a button: the words take what the button leaves. */
const ROWS = 7;
/** Words that fit above a button within one message. */
const WORDS_ABOVE_BUTTON = 250;
/** From here on Viber shows keyboards of ours, and messages with buttons. */
const KEYBOARD_VERSION = 3;
const RICH_MEDIA_VERSION = 7;

/** The words of a welcome, and of every message: who writes. */
export const senderOf = (name: string) => ({ name: [...name].slice(0, NAME_LIMIT).join('') });

interface Written {
  outgoing: Outgoing;
  /** What the bot is called. */
  name: string;
  /** Where Viber fetches the file, where there is one. */
  fileUrl: string | null;
}

/** A message as send_message takes it (REST bot API). Throws for what the channel does not take. */
export function bodyOf({ outgoing, name, fileUrl }: Written): object {
  return {
    receiver: outgoing.address,
    min_api_version: 1,
    sender: senderOf(name),
    tracking_data: outgoing.eventId,
    ...contentOf(outgoing, fileUrl),
  };
}

/** Letters beneath a picture. */
const CAPTION_LIMIT = 512;

/** Has it words for which its picture or file has no place? They go before it. */
export function needsWordsBefore({ message, file }: Outgoing): boolean {
  const text = message.text ?? '';
  return file !== null && text !== '' && (message.type !== 'IMAGE' || text.length > CAPTION_LIMIT);
}

/** Those words as a message of their own. */
export const wordsOf = ({ outgoing, name }: Written): object => ({
  receiver: outgoing.address,
  min_api_version: 1,
  sender: senderOf(name),
  tracking_data: outgoing.eventId,
  type: 'text',
  text: outgoing.message.text ?? '',
});

function contentOf(outgoing: Outgoing, fileUrl: string | null): object {
  const { message, file } = outgoing;
  const text = needsWordsBefore(outgoing) ? '' : (message.text ?? '');
  if (file !== null && fileUrl !== null) {
    const { facts } = file;
    if (message.type === 'IMAGE') return { type: 'picture', text, media: fileUrl };
    return facts.mediaType === 'video/mp4'
      ? { type: 'video', media: fileUrl, size: facts.fileSize }
      : { type: 'file', media: fileUrl, size: facts.fileSize, file_name: facts.fileName };
  }
  if (message.type !== 'RICH_MEDIA') return { type: 'text', text };
  const { options = [], buttonText, buttonUrl, fallbackText } = message;
  const button = buttonText !== undefined && buttonUrl !== undefined ? openButton(buttonText, buttonUrl) : null;
  if (options.length === 0 && button !== null && text.length <= WORDS_ABOVE_BUTTON) {
    const words = {
      Columns: COLUMNS,
      Rows: ROWS - 1,
      ActionType: 'none',
      ActionBody: '',
      Text: escaped(text),
      TextVAlign: 'top',
      TextHAlign: 'left',
    };
    return {
      type: 'rich_media',
      min_api_version: RICH_MEDIA_VERSION,
      alt_text: fallbackText ?? `${text}\n${buttonUrl}`,
      rich_media: { Type: 'rich_media', ButtonsGroupColumns: COLUMNS, ButtonsGroupRows: ROWS, Buttons: [words, button] },
    };
  }
  const replies = options.map((option) => ({
    Columns: COLUMNS,
    Rows: 1,
    ActionType: 'reply',
    // It comes back as the customer's words.
    ActionBody: option.text,
    Text: escaped(option.text),
  }));
  return {
    type: 'text',
    min_api_version: KEYBOARD_VERSION,
    text,
    keyboard: { Type: 'keyboard', DefaultHeight: false, Buttons: [...replies, ...(button ? [button] : [])] },
  };
}

const openButton = (text: string, url: string) => ({
  Columns: COLUMNS,
  Rows: 1,
  ActionType: 'open-url',
  ActionBody: url,
  Text: escaped(text),
});

/** What stands on a button is read as HTML. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
