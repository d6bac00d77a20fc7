import { afterEach, describe, expect, test } from 'vitest';
import { formatNames, formatSpeed } from '../formats.ts';
import { setTranslation } from '../translate.ts';

const speak = (language: string): void => setTranslation({ language, catalogue: {} });

afterEach(() => speak('en'));

describe('in the language of the page (LANG-7)', () => {
  test.each([
    ['en', 1, '1.0x'],
    ['en', 2.5, '2.5x'],
    ['en-XA', 2.5, '2.5x'],
    ['de', 2.5, '2,5x'],
    ['fr', 1, '1,0x'],
    ['ar', 2.5, '2.5x'],
  ])('a speed, %s %d', (language, speed, words) => {
    speak(language);
    expect(formatSpeed(speed)).toBe(words);
  });

  test.each([
    ['en', [], ''],
    ['en', ['Ann', 'Ben', 'Cem'], 'Ann, Ben, Cem'],
    ['de', ['Ann'], 'Ann'],
    ['de', ['Ann', 'Ben', 'Cem'], 'Ann, Ben und Cem'],
    ['es', ['Ann', 'Isa'], 'Ann e Isa'],
  ])('names, %s %j', (language, names, words) => {
    speak(language);
    expect(formatNames(names)).toBe(words);
  });
});
