import { Link, type LinkProps, useMatches, useParams, useRouter } from '@tanstack/react-router';
import { trailOf, useCrumbNames } from '../../crumbs.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import styles from './Crumbs.module.css';

/**
 * The way to this page: links to the pages above it, and itself. A page without any above it has none; at phone width the one right above
 * it is enough.
 *
 * @param current what this page calls itself, which may be the name of the one that it is about
 */
export function Crumbs({ current }: { current: string }) {
  const text = useText();
  const user = useCurrentUser();
  const { routesByPath } = useRouter();
  const path = useMatches({ select: (matches): string => matches.at(-1)?.fullPath ?? '' });
  const params: Record<string, string> = useParams({ strict: false });
  const names = useCrumbNames();
  const above = trailOf(path, routesByPath, user, params)
    .slice(0, -1)
    .map(({ path: to, key, param, without }) => {
      const name = param === null ? text(key) : names[params[param] ?? ''];
      return { to, without, name: name ?? text(key), isComing: name === undefined };
    });
  if (above.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label={text('FORM_CRUMBS')}>
      <ol>
        {above.map(({ to, name, without, isComing }) => (
          <li key={to}>
            <Link
              {...({ to, params: without === undefined ? params : { ...params, [without]: undefined } } as LinkProps)}
              activeOptions={{ exact: true }}
              data-coming={isComing}
            >
              {name}
            </Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  );
}
