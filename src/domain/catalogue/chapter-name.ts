import { message, type Worded } from '../message.ts';

const WITHOUT_TITLE = /^Chapter (?<number>\d+)$/u;

/**
 * The name of a chapter as it is shown: its title, as a plain text. A chapter without one is kept as `Chapter 3`, whatever the
 * language is, because the language may change; its name is a text of the catalogues (CAT-56).
 */
export const nameOfChapter = (title: string): string | Worded => {
  const number = WITHOUT_TITLE.exec(title)?.groups?.['number'];
  return number === undefined ? title : message('Chapter {number}', { number: Number(number) });
};
