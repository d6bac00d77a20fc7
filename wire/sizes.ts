/** The largest PDF of a title, in bytes. */
export const LARGEST_PDF = 50 * 1024 * 1024;

/** The largest transcript that is read or uploaded, in bytes. */
export const LARGEST_TRANSCRIPT = 16 * 1024 * 1024;

/** The longest number of a volume, such as “1.5”, in characters. */
export const LONGEST_SEQUENCE = 20;
