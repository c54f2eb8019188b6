import { isRecord } from '../providers/controls.ts';

/** What Viber answers to a send that it does not take: its number and name (REST bot API, error codes). */
export type Refusal = readonly [status: number, words: string];

const MEGABYTE = 1024 * 1024;
const LONGEST = { text: 7000, name: 28, tracking: 4000, url: 2000, fileName: 256, request: 30 * 1024 };
const LARGEST = { picture: MEGABYTE, video: 26 * MEGABYTE, file: 50 * MEGABYTE };
const MOST_BUTTONS = 24;
const EXECUTABLE = /\.(exe|bat|cmd|com|msi|scr|ps1|sh|apk|app|dmg|jar|js|vbs)$/i;
const ACTIONS: ReadonlySet<unknown> = new Set(['reply', 'open-url', 'location-picker', 'share-phone', 'none']);

const bad = (words: string): Refusal => [3, `badData: ${words}`];
const missing = (field: string): Refusal => [4, `missingData: ${field}`];
const isText = (value: unknown): value is string => typeof value === 'string';

/** What is wrong with a body of send_message; null where it is well. @param size of the whole request, in bytes */
export function refusalOf(body: Record<string, unknown>, size: number): Refusal | null {
  if (size > LONGEST.request) return bad('the request is larger than 30 KB');
  const { sender, tracking_data: tracking, min_api_version: version = 1 } = body;
  if (!isRecord(sender) || !isText(sender.name) || sender.name === '') return missing('sender.name');
  if ([...sender.name].length > LONGEST.name) return bad('sender.name is longer than 28');
  if (tracking !== undefined && (!isText(tracking) || tracking.length > LONGEST.tracking)) return bad('tracking_data');
  if (!Number.isInteger(version) || Number(version) < 1) return bad('min_api_version');
  return refusalOfType(body) ?? refusalOfKeyboard(body.keyboard, 'keyboard');
}

function refusalOfType(body: Record<string, unknown>): Refusal | null {
  const { type, text, media, size } = body;
  switch (type) {
    case 'text':
      if (!isText(text) || text === '') return missing('text');
      return text.length > LONGEST.text ? bad('text is longer than 7000') : null;
    case 'picture':
      if (!isText(text)) return missing('text');
      return (
        refusalOfMedia(media) ?? (/\.(jpe?g|png|gif)$/i.test(new URL(String(media)).pathname) ? null : bad('media is no jpg, png or gif'))
      );
    case 'video':
      return refusalOfMedia(media) ?? refusalOfSize(size, LARGEST.video);
    case 'file': {
      const { file_name: name } = body;
      if (!isText(name) || name === '') return missing('file_name');
      if (name.length > LONGEST.fileName) return bad('file_name is longer than 256');
      if (EXECUTABLE.test(name)) return bad('files of this kind are not allowed');
      return refusalOfMedia(media) ?? refusalOfSize(size, LARGEST.file);
    }
    case 'url':
      return refusalOfMedia(media);
    case 'rich_media':
      if (Number(body.min_api_version) < 2) return bad('rich_media needs min_api_version 2');
      return isRecord(body.rich_media) ? refusalOfKeyboard(body.rich_media, 'rich_media') : missing('rich_media');
    case 'sticker':
    case 'location':
    case 'contact':
      return null;
    default:
      return type === undefined ? missing('type') : bad('type');
  }
}

function refusalOfMedia(media: unknown): Refusal | null {
  if (!isText(media) || media === '') return missing('media');
  if (media.length > LONGEST.url || !URL.canParse(media) || !/^https?:$/.test(new URL(media).protocol)) return bad('media');
  return null;
}

function refusalOfSize(size: unknown, most: number): Refusal | null {
  if (size === undefined) return missing('size');
  return Number.isInteger(size) && Number(size) > 0 && Number(size) <= most ? null : bad('size');
}

function refusalOfKeyboard(keyboard: unknown, type: 'keyboard' | 'rich_media'): Refusal | null {
  if (keyboard === undefined) return null;
  if (!isRecord(keyboard) || keyboard.Type !== type) return bad(`${type}.Type`);
  const { Buttons: buttons } = keyboard;
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > MOST_BUTTONS) return bad(`${type}.Buttons`);
  const rows = type === 'keyboard' ? 2 : 7;
  for (const button of buttons) {
    if (!isRecord(button) || !isWithin(button.Columns, 6) || !isWithin(button.Rows, rows)) return bad(`${type}.Buttons: Columns or Rows`);
    if (!ACTIONS.has(button.ActionType)) return bad(`${type}.Buttons: ActionType`);
    if (button.ActionType !== 'none' && (!isText(button.ActionBody) || button.ActionBody === '')) return missing('ActionBody');
    if (!isText(button.Text) && !isText(button.Image)) return missing('Text or Image');
  }
  return null;
}

const isWithin = (value: unknown, most: number) =>
  value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most);

/** What a phone finds wrong with a picture's bytes; null where it is well. */
export function faultOfPicture(bytes: Buffer): string | null {
  if (bytes.length > LARGEST.picture) return 'The picture is larger than 1 MB';
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG';
  const isGif = bytes.subarray(0, 3).toString('latin1') === 'GIF';
  if (isGif) return bytes.toString('latin1').split('\x21\xf9\x04').length > 2 ? 'Animated pictures cannot be shown' : null;
  return isJpeg || isPng ? null : 'The picture is no jpg, png or gif';
}
