/** Wakes one waiting loop of this process. */
export interface Signal {
  raise(): void;
  /** Resolves when it is raised, at once when it was raised since the last wait, and after `ms` at the latest. */
  wait(ms: number): Promise<void>;
}

export function createSignal(): Signal {
  let raised = false;
  let wake: (() => void) | undefined;
  return {
    raise() {
      raised = true;
      wake?.();
    },
    async wait(ms) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      raised = false;
    },
  };
}
