/** Whether PostgreSQL ended a transaction because it and another one waited for each other: nothing of it stands, and it can be done again. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/** So often a transaction is begun anew that PostgreSQL ended for another one's sake. */
const MOST_TRIES = 5;

/** Runs a transaction, and runs it again where PostgreSQL ended it for another one's sake. It must change nothing outside of itself. */
export async function againAfterDeadlock<T>(once: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await once();
    } catch (error) {
      if (!isDeadlock(error) || tries === MOST_TRIES) throw error;
    }
  }
}
