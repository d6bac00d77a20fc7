import { check } from '../check.ts';

/** A figure of the table: the value of each run, its unit, and its target. */
export type Figure = {
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'B' | 'fps' | '';
  /** A bound for the ratio to the floor, such as `≤ 2.5 × floor`, or for the value. */
  readonly target: {
    readonly kind: 'ratio' | 'value';
    readonly most?: number;
    readonly least?: number;
  } | null;
  readonly product: readonly number[];
  readonly floor: readonly number[];
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
  `${shown(quantile(values, 0.5), unit)} (${shown(Math.min(...values), '')} – ${shown(Math.max(...values), '')})`;

const targetText = ({ kind, most, least }: NonNullable<Figure['target']>, unit: Figure['unit']): string => {
  const sign = most === undefined ? '≥' : '≤';
  const bound = most ?? least ?? 0;
  return kind === 'ratio' ? `${sign} ${bound} × floor` : `${sign} ${shown(bound, unit)}`;
};

/** One row of the table: medians, with the minimum and maximum of all runs. */
export function row({ name, unit, target, product, floor }: Figure): Record<string, string> {
  check([...product, ...floor].every(Number.isFinite), `${name} was not measured in every run`);
  const ratio = quantile(product, 0.5) / quantile(floor, 0.5);
  const judged = target?.kind === 'ratio' ? ratio : quantile(product, 0.5);
  const within = judged <= (target?.most ?? Infinity) && judged >= (target?.least ?? -Infinity);
  return {
    figure: name,
    product: summary(product, unit),
    floor: floor.length === 0 ? '' : summary(floor, unit),
    ratio: floor.length === 0 || !Number.isFinite(ratio) ? '' : `${ratio.toFixed(2)} ×`,
    target: target === null ? '' : targetText(target, unit),
    '': target === null ? '' : within ? 'ok' : 'over',
  };
}
