import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const FOLDER = 'src/domain';
const page = readFileSync(`${FOLDER}/README.md`, 'utf8');

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));

const linked = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([\w-]+\.ts)\)/gu)].map(([, name = '']) => name);

/** The rows of the tables, cell by cell, without their headings. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (?:Rule|-)/u.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the page of the rules', () => {
  // A check that reads nothing passes: it has to say what it has read.
  test('is really read', () => {
    expect(files.length).toBeGreaterThanOrEqual(30);
    expect(rows.length).toBeGreaterThanOrEqual(25);
  });

  test('names every file of the domain', () => {
    const named = new Set(linked(page));
    expect(files.filter((name) => !named.has(name))).toEqual([]);
  });

  test('names no file that is not there', () => {
    expect(linked(page).filter((name) => !files.includes(name))).toEqual([]);
  });

  test('says of each rule what it is called, where it is, and who rules it', () => {
    const incomplete = rows.filter(([, rule = '', file = '', ruledBy = '']) => {
      const isRuled = /\b(?:sections? \d|contract \d|decision \d{4})/u.test(ruledBy);
      return rule === '' || linked(file).length !== 1 || !isRuled;
    });
    expect(incomplete).toEqual([]);
  });

  test('goes by decisions that were made', () => {
    const made = readdirSync('docs/decisions').map((name) => name.slice(0, 4));
    const named = [...page.matchAll(/decision (\d{4})/gu)].map(([, number = '']) => number);
    expect(named.filter((number) => !made.includes(number))).toEqual([]);
  });
});
