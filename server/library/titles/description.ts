/** The description of a title by one source. Unknown fields are absent. */
export interface Description {
  readonly title?: string;
  readonly subtitle?: string;
  readonly authors?: readonly string[];
  readonly narrators?: readonly string[];
  readonly series?: string;
  /** The number within the series, such as 2 or 2.5. */
  readonly seriesIndex?: number;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly topics?: readonly string[];
  readonly year?: number;
  readonly chapters?: readonly { readonly title: string; readonly start: number }[];
}

/** Combines descriptions. Each field comes from the first source that has it. */
export function firstOf(sources: readonly Description[]): Description {
  return Object.fromEntries(sources.toReversed().flatMap((source) => Object.entries(source)));
}

/** Removes empty fields, so that they do not hide those of other sources. */
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
