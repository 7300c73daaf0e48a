import { readFileSync } from 'node:fs';

/**
 * Stops this process when the npm that runs it is gone. On a signal, npm ends its shell, but the shell doesn't
 * forward the signal; without this, a server would keep running and keep its port.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const [shell, npm] = [process.ppid, parentOf(process.ppid)];
  const watch = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/** Undefined on systems without /proc; there, only the shell itself is watched. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
