import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Delivery.module.css';

/** Above the field: what stands in it takes the place of a message that was not delivered. */
export function AnewNote({ onDrop }: { onDrop: () => void }) {
  const text = useText();
  return (
    <div className={styles.note} role="status">
      <Icon name="edit" size={14} />
      <span>{text('ANEW_WRITES')}</span>
      <Button variant="default" size="compact" onClick={onDrop}>
        {text('FRAME_CANCEL')}
      </Button>
    </div>
  );
}
