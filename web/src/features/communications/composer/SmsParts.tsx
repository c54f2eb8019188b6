import { SMS_PARTS_LIMIT, smsSegments } from '@parley/contract';
import { useEffect } from 'react';
import { useText } from '../../../text.ts';
import styles from './Composer.module.css';

interface SmsPartsProps {
  text: string;
  /** It takes more parts than are sent, or not any more. */
  onOver: (isOver: boolean) => void;
}

/** Of a text that goes by SMS: its parts, each of which is charged, what the last one still holds, and in what it is written. */
export function SmsParts({ text: words, onOver }: SmsPartsProps) {
  const text = useText();
  const { encoding, partCount, unitsLeft } = smsSegments(words);
  const isOver = partCount > SMS_PARTS_LIMIT;
  useEffect(() => {
    onOver(isOver);
    return () => onOver(false);
  }, [isOver, onOver]);
  if (words === '') return null;
  if (isOver)
    return (
      <span className={styles.hint} data-over="true" role="alert">
        {text('SMS_TOO_LONG', { count: partCount, limit: SMS_PARTS_LIMIT })}
      </span>
    );
  return (
    <span className={styles.hint} data-sms-parts={partCount}>
      {text('COMMUNICATIONS_SMS_PARTS', { count: partCount })}
      {' · '}
      {text('COMMUNICATIONS_LETTERS_LEFT', { count: unitsLeft })}
      {' · '}
      <span title={text(encoding === 'GSM' ? 'COMMUNICATIONS_SMS_GSM_WHY' : 'COMMUNICATIONS_SMS_UCS2_WHY')}>
        {text(encoding === 'GSM' ? 'COMMUNICATIONS_SMS_GSM' : 'COMMUNICATIONS_SMS_UCS2')}
      </span>
    </span>
  );
}
