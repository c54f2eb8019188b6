import { Link } from '@tanstack/react-router';
import { useText } from '../../../text.ts';

/** Why one's own address cannot be typed here, and where it can. */
export function OwnEmailNote({ className }: { className: string | undefined }) {
  const text = useText();
  return (
    <p className={className ?? ''}>
      {text('USERS_OWN_EMAIL')} <Link to="/profile">{text('USERS_OWN_EMAIL_LINK')}</Link>
    </p>
  );
}
