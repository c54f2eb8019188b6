import { Component, type ReactNode } from 'react';
import { askAgain } from '../late-parts.ts';
import { isBeingReplaced } from '../replaced.ts';
import { report } from '../report.ts';
import { useText } from '../text.ts';
import styles from './Area.module.css';
import { ErrorState } from './ErrorState.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface AreaProps {
  /** What it is called, as a person reads it. */
  name: string;
  /** What it shows: another one is tried without being asked. */
  shows?: unknown;
  /** What stands in its place when it broke: a notice with the reason, one line, or no more than a button. */
  place?: 'notice' | 'line' | 'button';
  /** For an area that has no place of its own on the screen: it stays away, and this says so. */
  onBroken?: (problem: unknown) => void;
  children: ReactNode;
}

interface Broken {
  problem: unknown;
}

/**
 * Part of the screen that breaks alone: what throws in it while it is drawn leaves everything else working, and can be
 * tried again. Nothing that was typed is kept in here: drafts lie in the browser's storage until the server has them.
 */
export class Area extends Component<AreaProps, { broken: Broken | null }> {
  override state: { broken: Broken | null } = { broken: null };
  /** What was thrown before the last attempt. */
  #before: Broken | null = null;

  static getDerivedStateFromError(problem: unknown): { broken: Broken } {
    return { broken: { problem } };
  }

  override componentDidCatch(problem: unknown): void {
    if (!isBeingReplaced()) report(problem);
    this.props.onBroken?.(problem);
  }

  override componentDidUpdate({ shows }: AreaProps): void {
    if (this.state.broken !== null && shows !== this.props.shows) this.#draw();
  }

  #again = () => {
    const { broken } = this.state;
    // The very same fault again is that of a part which the browser holds on to as one that cannot be fetched, until the page is loaded anew.
    if (broken !== null && broken.problem === this.#before?.problem) return location.reload();
    this.#before = broken;
    this.#draw();
  };

  #draw(): void {
    askAgain();
    this.setState({ broken: null });
  }

  override render(): ReactNode {
    const { broken } = this.state;
    const { children, name, onBroken, place = 'notice' } = this.props;
    if (broken === null) return children;
    return onBroken === undefined && !isBeingReplaced() ? (
      <BrokenArea name={name} problem={broken.problem} place={place} onRetry={this.#again} />
    ) : null;
  }
}

interface BrokenAreaProps {
  name: string;
  problem: unknown;
  place: NonNullable<AreaProps['place']>;
  onRetry: () => void;
}

/** What stands in the place of an area that broke. */
export function BrokenArea({ name, problem, place, onRetry }: BrokenAreaProps) {
  const text = useText();
  const title = text('FRAME_AREA_BROKEN', { name });
  if (place === 'notice') return <ErrorState title={title} problem={problem} onRetry={onRetry} />;
  if (place === 'line')
    return (
      <p className={styles.line} role="alert">
        {title}{' '}
        <button type="button" onClick={onRetry}>
          {text('FRAME_TRY_AGAIN')}
        </button>
      </p>
    );
  const label = text('FRAME_AREA_BROKEN_AGAIN', { name });
  return (
    <IconButton aria-label={label} title={label} onClick={onRetry}>
      <Icon name="alert" size={20} />
    </IconButton>
  );
}
