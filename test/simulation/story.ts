import type { Story } from './habits.ts';

const span = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${String(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${String(Math.round(milliseconds / 1000))} s`;
  if (milliseconds < 7_200_000) return `${String(Math.round(milliseconds / 60_000))} min`;
  return `${String(Math.round(milliseconds / 3_600_000))} h`;
};

/** Describes a story: one line for each step. */
export function tell({ steps, clockErrors }: Story): string {
  const clocks = clockErrors.map((error) => span(Math.abs(error))).join(', ');
  const lines = steps.map(
    ({ wait, device, kind, ...more }, at) =>
      `${String(at + 1).padStart(3)}. after ${span(wait)}, device ${String(device % clockErrors.length)}: ${kind} ${JSON.stringify(more)}`,
  );
  return [`Clocks are wrong by ${clocks}.`, ...lines].join('\n');
}
