import { readFileSync } from 'node:fs';

/**
 * Asks this process to end when the npm that runs it is gone. Asked to stop, npm ends its shell, and
 * the shell does not tell us; without this a server would live on and keep its port.
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

/** Undefined where the system has no /proc: then only the shell itself is watched. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
