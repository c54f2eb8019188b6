import type { Cluster } from './machine/cluster.ts';

/** What every row of the table is measured with. */
export interface Bench {
  cluster: Cluster;
  /** A count of the full run, or a quarter of it. */
  scaled(count: number): number;
  /** The one that warms up included. */
  rounds: number;
  /** A folder for CPU profiles of the product's server. */
  profile: string | undefined;
  tell(text: string): void;
}
