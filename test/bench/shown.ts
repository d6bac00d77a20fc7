/** A time in milliseconds as text, in a suitable unit. */
export const shown = (value: number): string =>
  value < 0.001
    ? `${(value * 1e6).toFixed(0)} ns`
    : value < 1
      ? `${(value * 1e3).toFixed(2)} µs`
      : `${value.toFixed(2)} ms`;
