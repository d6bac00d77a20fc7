/**
 * The folders and files whose texts do not all come from the catalogues yet. The list only shrinks: who converts a file takes
 * it out, and divides its folder if others stay. While it holds a file of a page, that page offers English alone, unless the
 * configuration names more (LANG-4).
 */
export const UNCONVERTED: readonly string[] = [];
