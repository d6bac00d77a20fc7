const SPIN_MS = 150;

/**
 * How much of a processor a busy program gets at this moment: 1 on a machine that has one to spare, 0.25 where four
 * programs compete for each. What a screen does in time t on the first takes it t divided by this on the second.
 */
export function shareOfMachine(): number {
  const start = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - start < SPIN_MS);
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  return Math.min((user + system) / 1000 / wall, 1);
}
