import { localeOf } from './languages.ts';
import { currentLanguage } from './translate.ts';

/** Compares two texts for a list in the order of the page's language. */
export const compareTexts = (one: string, other: string): number =>
  one.localeCompare(other, localeOf(currentLanguage()));
