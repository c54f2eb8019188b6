import { hasVisible, type RoomEvent, type UnsupportedMediaType } from '@parley/contract';
import { type TextKey, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { WrittenText } from '../timeline/WrittenText.tsx';
import styles from './Faces.module.css';

/** What each kind is called, and a picture of it. */
export const unsupportedKinds: Readonly<Record<UnsupportedMediaType, { words: TextKey; icon: IconName }>> = {
  AUDIO: { words: 'FACE_UNSUPPORTED_AUDIO', icon: 'horn' },
  VIDEO: { words: 'FACE_UNSUPPORTED_VIDEO', icon: 'image' },
  REEL: { words: 'FACE_UNSUPPORTED_REEL', icon: 'image' },
  MAX_IMAGE_RESOLUTION: { words: 'FACE_UNSUPPORTED_MAX_IMAGE_RESOLUTION', icon: 'image' },
  MAX_IMAGE_SIZE: { words: 'FACE_UNSUPPORTED_MAX_IMAGE_SIZE', icon: 'image' },
  MAX_FILE_SIZE: { words: 'FACE_UNSUPPORTED_MAX_FILE_SIZE', icon: 'file' },
  CONTACT: { words: 'FACE_UNSUPPORTED_CONTACT', icon: 'person' },
  STICKER: { words: 'FACE_UNSUPPORTED_STICKER', icon: 'smile' },
  URL: { words: 'FACE_UNSUPPORTED_URL', icon: 'link' },
  LOCATION: { words: 'FACE_UNSUPPORTED_LOCATION', icon: 'pin' },
  UNKNOWN: { words: 'FACE_UNSUPPORTED_UNKNOWN', icon: 'info' },
  INCOMPLETE: { words: 'FACE_UNSUPPORTED_INCOMPLETE', icon: 'alert' },
};

/** What the channel could not carry over: what it was, and what stands for it in words. */
export function UnsupportedMediaFace({ message }: { message: RoomEvent['eventData']['message'] }) {
  const text = useText();
  const { words, icon } = unsupportedKinds[message?.unsupportedMediaType ?? 'UNKNOWN'];
  const said = [message?.text, message?.fallbackText].find((one) => one && hasVisible(one));
  return (
    <div className={styles.unsupported}>
      <div className={styles.kind}>
        <Icon name={icon} size={20} />
        <span>{text(words)}</span>
      </div>
      {said ? <WrittenText text={said} /> : null}
    </div>
  );
}
