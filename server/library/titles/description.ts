/** What one source says about a title. A source that does not know a field leaves it out. */
export interface Description {
  readonly title?: string;
  readonly subtitle?: string;
  readonly authors?: readonly string[];
  readonly narrators?: readonly string[];
  readonly series?: string;
  /** The number in the series, such as 2 or 2.5. */
  readonly seriesIndex?: number;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly topics?: readonly string[];
  readonly year?: number;
  readonly chapters?: readonly { readonly title: string; readonly start: number }[];
}

/** Takes each field from the first source that knows it. */
export function firstOf(sources: readonly Description[]): Description {
  return Object.fromEntries(sources.toReversed().flatMap((source) => Object.entries(source)));
}

/** Leaves out fields without a value, so that they do not hide those of other sources. */
export function known(fields: {
  readonly [Field in keyof Description]: Description[Field] | null | undefined;
}): Description {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}
