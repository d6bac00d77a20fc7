/** What a task costs in milliseconds of one core: the median of its rounds, and the middle half of them. */
export type Measurement = { readonly median: number; readonly low: number; readonly high: number };

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;

// Processor time, in milliseconds: a clock on the wall would count what other programs do meanwhile.
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const summary = (times: readonly number[]): Measurement => {
  const sorted = times.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
};

/** Runs a task `rounds` times after a warm-up. What a round answers is kept, so that no round is skipped. */
export const measure = (rounds: number, task: () => unknown): Measurement => {
  const kept = new Set<unknown>();
  for (let round = 0; round < Math.ceil(rounds / 4); round += 1) kept.add(task());
  return summary(
    Array.from({ length: rounds }, () => {
      const start = processorTime();
      kept.add(task());
      return processorTime() - start;
    }),
  );
};

/** Like `measure`, for a task that is done only when its promise is. */
export const measureAsync = async (rounds: number, task: () => Promise<unknown>): Promise<Measurement> => {
  const kept = new Set<unknown>();
  for (let round = 0; round < Math.ceil(rounds / 4); round += 1) kept.add(await task());
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = processorTime();
    kept.add(await task());
    times.push(processorTime() - start);
  }
  return summary(times);
};

/** What one of `times` equal parts of a measured task costs. */
export const perPart = ({ median, low, high }: Measurement, times: number): Measurement => ({
  median: median / times,
  low: low / times,
  high: high / times,
});
