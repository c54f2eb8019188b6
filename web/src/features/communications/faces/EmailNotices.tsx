import type { Email, EmailNotice } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ROUTE } from '../place.ts';
import styles from './Faces.module.css';

const noticeKeys = {
  CUT: 'FACE_EMAIL_NOTICE_CUT',
  HEADERS_ONLY: 'FACE_EMAIL_NOTICE_HEADERS_ONLY',
  BROKEN: 'FACE_EMAIL_NOTICE_BROKEN',
  UNREADABLE_CHARACTERS: 'FACE_EMAIL_NOTICE_UNREADABLE_CHARACTERS',
  TNEF_UNREADABLE: 'FACE_EMAIL_NOTICE_TNEF_UNREADABLE',
  ENCRYPTED: 'FACE_EMAIL_NOTICE_ENCRYPTED',
  ADDRESSES_CUT: 'FACE_EMAIL_NOTICE_ADDRESSES_CUT',
  NOBODY_NAMED: 'FACE_EMAIL_NOTICE_NOBODY_NAMED',
} as const satisfies Record<Exclude<EmailNotice, 'FILES_LEFT_OUT'>, string>;

/** The room that an e-mail seems to belong into; drawn for those who may see it. */
function Suggested({ roomId }: { roomId: string }) {
  const text = useText();
  const { data } = useQuery({ ...orpc.rooms.one.queryOptions({ input: { params: { roomId }, query: {} } }), retry: false });
  if (data === undefined) return null;
  return (
    <span className={styles.small}>
      {text('FACE_EMAIL_SUGGESTED')}{' '}
      <Link to={ROUTE} params={{ roomId }} search={{}}>
        {text('FACE_EMAIL_SUGGESTED_OPEN')}
      </Link>
    </span>
  );
}

/** What a person must know of an e-mail: that a machine wrote it, what of it could not be read or kept, and where it seems to belong. */
export function EmailNotices({ email }: { email: Email }) {
  const text = useText();
  const format = useFormat();
  const { automatic, notices = [], leftOut = [], suggestedRoomId } = email;
  const lines = [
    ...(automatic === undefined ? [] : [text(automatic.outOfOffice === 'NO' ? 'FACE_EMAIL_AUTOMATIC' : 'FACE_EMAIL_ABSENCE')]),
    ...notices.flatMap((notice) => (notice === 'FILES_LEFT_OUT' ? [] : [text(noticeKeys[notice])])),
    ...leftOut.map(({ name, size }) =>
      size === 0 ? text('FACE_EMAIL_FILE_EMPTY', { name }) : text('FACE_EMAIL_FILE_LEFT_OUT', { name, size: format.fileSize(size) }),
    ),
  ];
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={styles.small}>
          {line}
        </span>
      ))}
      {suggestedRoomId === undefined ? null : <Suggested roomId={suggestedRoomId} />}
    </>
  );
}
