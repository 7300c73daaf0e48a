/**
 * A task that no run of the same process goes beside. A request during a run ends at once, and the run begins again
 * when it is done. For tasks whose runs would all take the same rows in the same order, and so wait for each other
 * while they keep other tasks from running.
 */
export function alone(work: () => Promise<unknown>): () => Promise<void> {
  let isRunning = false;
  let isRequested = false;
  return async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
}
