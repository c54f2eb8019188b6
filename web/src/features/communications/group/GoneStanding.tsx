import { useText } from '../../../text.ts';
import styles from '../room/RoomHeader.module.css';

/** Under the name of who is no user any more, where others are told to be there or away. */
export function GoneStanding({ jobTitle }: { jobTitle: string }) {
  const text = useText();
  return <span className={styles.standing}>{[text('COLLEAGUES_GONE'), jobTitle].filter((words) => words !== '').join(' · ')}</span>;
}
