import { Use } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../api/api-problem.ts';
import { type TextKey, useText } from '../../text.ts';
import { useScope } from './scope.ts';
import styles from './UsedBy.module.css';

const names = { QUEUE: 'USE_QUEUE' } as const satisfies Record<Use['kind'], TextKey>;

/** Of a refused deletion, where what was to be deleted is used; none of any other refusal. */
export function usesIn(refusal: unknown): Use[] {
  if (!(refusal instanceof ApiProblem)) return [];
  return refusal.errors.map(({ params }) => Use.safeParse(params).data).filter((use) => use !== undefined);
}

/** Where something is used, each a link to go and change it there. */
export function UsedBy({ uses }: { uses: readonly Use[] }) {
  const text = useText();
  const scope = useScope();
  if (uses.length === 0) return null;
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={use.id}>
          <Link {...scope.use(use)} className={styles.use}>
            {text(names[use.kind], { name: use.name })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
