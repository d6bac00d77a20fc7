import { message, type Message } from '../message.ts';
import type { SeriesReference } from './content.ts';

/**
 * The series of a tile, in the words of the page of the title (`volumeWords`, CAT-236). Only the name if the number is written in an
 * unusual way: home loads this file, and not the one that reads all numbers.
 */
export const seriesWords = ({ name, sequence }: SeriesReference): Message => {
  const { from = '', to = '' } =
    /^(?<from>(?:0|[1-9]\d{0,3})(?:\.\d?[1-9])?[a-z]?)(?:[-–](?<to>[1-9]\d{0,3}))?$/u.exec(sequence ?? '')
      ?.groups ?? {};
  if (from === '' || (to !== '' && !(Number(to) > Number(from)))) return name;
  return to === ''
    ? message('Book {number} of {name}', { number: from, name })
    : message('Books {number} of {name}', { number: `${from}–${to}`, name });
};
