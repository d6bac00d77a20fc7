import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declarationsOf, page } from '../../scripts/lib/reference.mjs';

const namesIn = (source: string): readonly string[] => declarationsOf('a.ts', source).map(({ name }) => name);

describe('the reference', () => {
  test('knows what a module exports, and nothing else', () => {
    const source = [
      'const own = 1;',
      'export const SPAN = 2;',
      'export type Kind = "a" | "b";',
      'export interface Port { call(): void }',
      'export const rule = (now: number): boolean => now > own;',
      'export function make(): void { own; }',
      'export type { Other } from "./other.ts";',
    ].join('\n');
    expect(namesIn(source)).toEqual(['SPAN', 'Kind', 'Port', 'rule', 'make']);
  });

  test('takes the docstring that stands before a declaration, and no other', () => {
    const source = [
      '/** Of the first. */',
      'export type First = 1;',
      'export type Second = 2;',
      '/**',
      ' * Of the third.',
      ' *',
      ' * - `a`: one',
      ' */',
      '// a remark to a tool',
      'export type Third = 3;',
      '/* a remark */',
      'export type Fourth = 4;',
    ].join('\n');
    expect(declarationsOf('a.ts', source).map(({ doc }) => doc)).toEqual([
      'Of the first.',
      '',
      'Of the third.\n\n- `a`: one',
      '',
    ]);
  });

  test('shows what a function is given and gives, and leaves out how', () => {
    const [rule] = declarationsOf('a.ts', 'export const rule = (at: Instant): boolean => at > secret;');
    expect(rule?.source).toBe('const rule = (at: Instant): boolean;');
    const [make] = declarationsOf('a.ts', 'export function make(at: Instant): void { secret(); }');
    expect(make?.source).toBe('function make(at: Instant): void;');
  });

  test('makes a page with contents, sections and tags that a person reads', () => {
    const declarations = declarationsOf(
      'a.ts',
      '/**\n * Waits.\n * @param span in seconds\n */\nexport const wait = 1;',
    );
    const text = page('Ports', 'What they are.', [{ path: 'clock.ts', declarations }]);
    expect(text).toContain('- [clock.ts](#clockts): `wait`');
    expect(text).toContain('### wait\n\nWaits.\n- `span`: in seconds\n\n```ts\nconst wait = 1;\n```');
  });

  test('fails at what cannot be read', () => {
    expect(() => declarationsOf('a.ts', 'export const = ;')).toThrow('a.ts cannot be parsed');
  });

  test('leaves no port without a word of its own, and no kind of failure unexplained', () => {
    const silent: string[] = [];
    const names = readdirSync('src/ports', { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => each.endsWith('.ts'))) {
      const source = readFileSync(posix.join('src/ports', name), 'utf8');
      for (const declaration of declarationsOf(name, source)) {
        const kinds = [...declaration.source.matchAll(/\| '(?<kind>[a-z-]+)'/gu)].map(
          (each) => each[1] ?? '',
        );
        const isFailure = /Failure$|Refusal$/u.test(declaration.name);
        const explains = (kind: string): boolean => declaration.doc.includes(`\`${kind}\``);
        if (declaration.doc === '' || (isFailure && !kinds.some(explains) && kinds.length > 1)) {
          silent.push(`${name}: ${declaration.name}`);
        }
      }
    }
    expect(silent).toEqual([]);
  });
});
