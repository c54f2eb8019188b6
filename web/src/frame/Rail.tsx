import type { Permission } from '@parley/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useCan } from '../session/current-user.ts';
import { type TextKey, useText } from '../text.ts';
import { Area as Bounded } from '../ui/Area.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { Unseen } from '../ui/Unseen.tsx';
import { useAllMissed } from './counters.ts';
import styles from './Rail.module.css';

interface Area {
  to: NonNullable<LinkProps['to']>;
  icon: IconName;
  name: TextKey;
  permission: Permission;
  useCount?: () => number;
}

/** What exists, in the order of the rail; each shows to the roles that may open it. */
const areas: readonly Area[] = [
  { to: '/super-admin/accounts', icon: 'people', name: 'FRAME_ACCOUNTS', permission: ['accounts', 'administer'] },
  { to: '/super-admin/super-users', icon: 'person', name: 'SUPER_USERS', permission: ['superUsers', 'administer'] },
  { to: '/super-admin/settings', icon: 'gear', name: 'FRAME_ADMINISTRATION', permission: ['channels', 'administer'] },
  { to: '/communications/{-$roomId}', icon: 'comm', name: 'FRAME_COMMUNICATIONS', permission: ['rooms', 'read'], useCount: useAllMissed },
  { to: '/admin', icon: 'gear', name: 'FRAME_ADMINISTRATION', permission: ['settings', 'open'] },
];

const none = () => 0;

function AreaLink({ area }: { area: Area }) {
  const text = useText();
  const { useCount = none } = area;
  const count = useCount();
  const name = text(area.name);
  const label = count > 0 ? text('FRAME_AREA_WITH_COUNT', { name, count }) : name;
  return (
    <Link to={area.to} className={styles.link} title={name}>
      <Unseen>{label}</Unseen>
      <Icon name={area.icon} size={20} />
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </Link>
  );
}

function AllowedArea({ area }: { area: Area }) {
  const text = useText();
  if (!useCan(area.permission)) return null;
  return (
    <Bounded name={text(area.name)} place="button">
      <AreaLink area={area} />
    </Bounded>
  );
}

/** The rail at the left; at phone width the bar at the bottom. */
export function Rail() {
  const text = useText();
  return (
    <nav className={styles.rail} aria-label={text('FRAME_MAIN_MENU')}>
      <Link to="/" className={styles.logo} title="Parley" aria-label="Parley">
        <svg width={26} height={26} aria-hidden="true" focusable="false">
          <use href="#logo" />
        </svg>
      </Link>
      {areas.map((area) => (
        <AllowedArea key={area.to} area={area} />
      ))}
    </nav>
  );
}
