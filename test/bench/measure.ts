/** The cost of a task in milliseconds of one core: the median of its rounds, and the bounds of the middle half. */
export type Measurement = { readonly median: number; readonly low: number; readonly high: number };

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;

// Processor time, in milliseconds. Elapsed time would include the work of other programs.
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const summary = (times: readonly number[]): Measurement => {
  const sorted = times.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
};

/** Runs a task `rounds` times after a warm-up. The results are stored, so that the engine skips no round. */
export const measure = (rounds: number, task: () => unknown): Measurement => {
  const results = new Set<unknown>();
  for (let round = 0; round < Math.ceil(rounds / 4); round += 1) results.add(task());
  return summary(
    Array.from({ length: rounds }, () => {
      const start = processorTime();
      results.add(task());
      return processorTime() - start;
    }),
  );
};

/** Like `measure`, for an asynchronous task. */
export const measureAsync = async (rounds: number, task: () => Promise<unknown>): Promise<Measurement> => {
  const results = new Set<unknown>();
  for (let round = 0; round < Math.ceil(rounds / 4); round += 1) results.add(await task());
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = processorTime();
    results.add(await task());
    times.push(processorTime() - start);
  }
  return summary(times);
};

/** The cost of one of `times` equal parts of a measured task. */
export const perPart = ({ median, low, high }: Measurement, times: number): Measurement => ({
  median: median / times,
  low: low / times,
  high: high / times,
});
