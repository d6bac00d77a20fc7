const POLL_MS = 500;

/**
 * Ends this process when the one that started it has ended. npm passes a signal to its shell alone. The shell ends and does not
 * pass it on.
 */
export function endWithParent() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  timer.unref();
}
