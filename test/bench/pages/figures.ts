import { check } from '../check.ts';
import type { SubjectName } from './subject.ts';

/** The bound of a figure: for its value, or for its ratio to the same figure of a floor. */
export type Goal = {
  readonly most?: number;
  readonly least?: number;
  /** The floor of a ratio. Without it, the bound is for the value. */
  readonly timesFloor?: Exclude<SubjectName, 'product'>;
};

/** A figure of the table: its unit, its goal, and the value of each run. */
export type Figure = {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'MB' | 'fps' | '';
  readonly goal: Goal | null;
  readonly values: Readonly<Record<SubjectName, readonly number[]>>;
};

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
};

const shown = (value: number, unit: Figure['unit']): string => {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 3;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
};

const summary = (values: readonly number[], unit: Figure['unit']): string =>
  values.length === 0
    ? ''
    : `${shown(quantile(values, 0.5), unit)} (${shown(Math.min(...values), '')} – ${shown(Math.max(...values), '')})`;

const FLOOR_NAMES = { 'hand-written': 'hand-written', 'bare-react': 'bare React' } as const;

const goalText = ({ most, least, timesFloor }: Goal, unit: Figure['unit']): string => {
  const sign = most === undefined ? '≥' : '≤';
  const bound = most ?? least ?? 0;
  return timesFloor === undefined
    ? `${sign} ${shown(bound, unit)}`
    : `${sign} ${bound} × ${FLOOR_NAMES[timesFloor]}`;
};

/** One row of the table: medians, with the minimum and maximum of all runs. */
export function row({ name, unit, goal, values }: Figure): Record<string, string> {
  check(Object.values(values).flat().every(Number.isFinite), `${name} was not measured in every run`);
  const median = quantile(values.product, 0.5);
  const ratio = median / quantile(values[goal?.timesFloor ?? 'bare-react'], 0.5);
  const judged = goal?.timesFloor === undefined ? median : ratio;
  const within = judged <= (goal?.most ?? Infinity) && judged >= (goal?.least ?? -Infinity);
  return {
    figure: name,
    product: summary(values.product, unit),
    'hand-written': summary(values['hand-written'], unit),
    'bare React': summary(values['bare-react'], unit),
    ratio: Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : '',
    goal: goal === null ? '' : goalText(goal, unit),
    '': goal === null || Number.isNaN(judged) ? '' : within ? 'ok' : 'over',
  };
}
