import type { UserDetails } from '@parley/contract';
import { useFormat } from '../../../format.ts';
import { languageNames } from '../../../frame/LanguageMenu.tsx';
import { roleNames } from '../../../frame/role-names.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import type { Column } from '../../../ui/list/column.ts';
import { stamp, When } from '../../../ui/list/When.tsx';
import { fullName } from './person-name.ts';
import { StatusWord } from './StatusWord.tsx';
import { statusWords } from './status-words.ts';
import styles from './Users.module.css';

/** What the list of people can show of each. */
export function useUserColumns(): Column<UserDetails>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      name: text('USERS_NAME'),
      sortBy: 'name',
      cell: (user) => (
        <span className={styles.who}>
          <ColleagueAvatar name={fullName(user)} pictureId={user.pictureId} size={28} />
          <span className={styles.name}>
            <strong>{fullName(user)}</strong> <span className={styles.title}>{user.jobTitle}</span>
          </span>
        </span>
      ),
      written: fullName,
    },
    { id: 'email', name: text('USERS_EMAIL'), sortBy: 'email', cell: (user) => user.email, wide: true },
    { id: 'role', name: text('USERS_ROLE'), sortBy: 'role', cell: (user) => text(roleNames[user.role]), wide: true },
    {
      id: 'status',
      name: text('USERS_STATUS'),
      cell: (user) => <StatusWord user={user} />,
      written: (user) => text(statusWords(user).word),
    },
    { id: 'jobTitle', name: text('USERS_JOB_TITLE'), cell: (user) => user.jobTitle, seldom: true },
    { id: 'username', name: text('USERS_USERNAME'), cell: (user) => user.username, seldom: true },
    { id: 'extension', name: text('USERS_EXTENSION'), cell: (user) => user.extension, seldom: true },
    {
      id: 'language',
      name: text('USERS_LANGUAGE'),
      cell: (user) => (user.language === null ? '' : languageNames[user.language]),
      seldom: true,
    },
    { id: 'timezone', name: text('USERS_TIME_ZONE'), cell: (user) => user.timezone ?? '', seldom: true },
    {
      id: 'lastSeen',
      name: text('USERS_LAST_SEEN'),
      sortBy: 'lastSeenAt',
      cell: (user) => (user.lastSeenAt === null ? text('USERS_NEVER_SEEN') : <When at={user.lastSeenAt} />),
      written: (user) => (user.lastSeenAt === null ? text('USERS_NEVER_SEEN') : stamp(user.lastSeenAt)),
      wide: true,
    },
    {
      id: 'created',
      name: text('LIST_CREATED'),
      sortBy: 'createdAt',
      cell: (user) => format.longDate(user.createdAt),
      written: (user) => format.dayKey(user.createdAt),
      wide: true,
    },
  ];
}
