import { hasVisible, openable, type RoomEvent } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { WrittenText } from '../timeline/WrittenText.tsx';
import styles from './Faces.module.css';

type Message = NonNullable<RoomEvent['eventData']['message']>;

const isSaid = (text: string | null | undefined): text is string => text != null && hasVisible(text);

/** A button as the customer has it: it opens for colleagues too, in a window that knows nothing of ours. */
function Button({ words, url }: { words: string; url: string }) {
  const text = useText();
  const address = openable(url);
  if (address === null)
    return (
      <span className={styles.closed}>
        <span className={styles.button} data-closed="true">
          {words}
        </span>
        <span className={styles.small}>{text('FACE_BUTTON_CLOSED')}</span>
      </span>
    );
  return (
    <a className={styles.button} href={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
      <Icon name="out" size={14} />
    </a>
  );
}

/** Words with a button or with answers to choose from; where there are no words, what stands for them. */
export function RichMediaFace({ message }: { message: Message }) {
  const text = useText();
  const { options = [], buttonText, buttonUrl, fallbackText } = message;
  const said = [message.text, fallbackText].find(isSaid);
  const offered = options.filter((one) => isSaid(one.text));
  const hasButton = isSaid(buttonText) || isSaid(buttonUrl);
  return (
    <div className={styles.rich}>
      {said === undefined && offered.length === 0 && !hasButton ? <span>{text('COMMUNICATIONS_MESSAGE_RICH_MEDIA')}</span> : null}
      {said === undefined ? null : <WrittenText text={said} />}
      {offered.length === 0 ? null : (
        <ul className={styles.options} aria-label={text('FACE_OPTIONS')}>
          {offered.map((one, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answers of one message never move.
            <li key={i} dir="auto">
              {one.text}
            </li>
          ))}
        </ul>
      )}
      {hasButton ? <Button words={isSaid(buttonText) ? buttonText : (buttonUrl ?? '')} url={buttonUrl ?? ''} /> : null}
      {isSaid(fallbackText) && fallbackText !== said ? (
        <span className={styles.small}>{text('FACE_FALLBACK', { text: fallbackText })}</span>
      ) : null}
    </div>
  );
}
