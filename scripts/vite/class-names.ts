import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Digits of a file's hash that its classes begin with: enough for some hundred files, and no more than that. */
const DIGITS = 3;

/** Names the classes of a build as briefly as they can be told apart: by their file, and by their turn in it. */
export function classNames(): Plugin {
  return {
    name: 'class-names',
    apply: 'build',
    config: ({ root = process.cwd() }) => ({ css: { modules: { generateScopedName: namesIn(root) } } }),
  };
}

/** @returns gives a class of a file the same name, however often it is asked for */
export function namesIn(root: string): (name: string, path: string) => string {
  const files = new Map<string, { readonly prefix: string; readonly classes: Map<string, number> }>();
  const prefixes = new Set<string>();

  const prefixOf = (path: string): string => {
    const hash = createHash('sha256').update(relative(root, path).replaceAll('\\', '/')).digest('base64url');
    let at = 0;
    while (prefixes.has(hash.slice(at, at + DIGITS))) at += 1;
    const prefix = hash.slice(at, at + DIGITS);
    prefixes.add(prefix);
    return prefix;
  };

  return (name, path) => {
    const [file = path] = path.split('?');
    const { prefix, classes } = files.get(file) ?? {
      prefix: prefixOf(file),
      classes: new Map<string, number>(),
    };
    files.set(file, { prefix, classes });
    const turn = classes.get(name) ?? classes.size;
    classes.set(name, turn);
    // A class may not begin with a digit.
    return `_${prefix}${turn.toString(36)}`;
  };
}
