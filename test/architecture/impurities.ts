import { nameOf, type Syntax } from './syntax.ts';

/** A line where a module uses a clock, randomness or a timer. */
export type Impurity = { readonly what: string; readonly line: number };

/** Names that the core must not use at all, because their results depend on time or machine. */
const BANNED = new Set([
  'performance',
  'crypto',
  'process',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'require',
]);

/** The members of `Date` and `Math` that return the same for the same arguments. */
const PURE_DATE = new Set(['parse', 'UTC', 'prototype']);
const IMPURE_MATH = new Set(['random']);

/**
 * Finds what the core must not use, because its rules take `now` as an argument: `Date.now`, `new Date()`
 * and `Date()` without an argument, `Math.random`, timers, and the global objects that lead to them, also through
 * an alias such as `const { now } = Date`.
 */
export function impuritiesOf(nodes: readonly Syntax[]): readonly Impurity[] {
  return nodes.flatMap((node) => {
    const name = valueName(node);
    if (name === undefined) return [];
    if (BANNED.has(name)) return [{ what: name, line: node.line }];
    if (name === 'Date' && !isPureDate(node)) return [{ what: 'Date', line: node.line }];
    if (name === 'Math' && !isPureMath(node)) return [{ what: 'Math', line: node.line }];
    return [];
  });
}

/** The name that a node reads as a value. Names of properties, keys and types do not count. */
function valueName(node: Syntax): string | undefined {
  const name = nameOf(node.fields);
  const { parent, role } = node;
  if (name === undefined || !parent || parent.type.startsWith('TS')) return undefined;
  const isPlainName = parent.fields['computed'] !== true && (role === 'property' || role === 'key');
  return isPlainName ? undefined : name;
}

function isPureDate({ parent, role }: Syntax): boolean {
  if (!parent) return false;
  if (parent.type === 'NewExpression' && role === 'callee') return countOf(parent.fields['arguments']) > 0;
  if (parent.type === 'BinaryExpression') return parent.fields['operator'] === 'instanceof';
  return PURE_DATE.has(memberOf(parent, role) ?? '');
}

function isPureMath({ parent, role }: Syntax): boolean {
  const member = parent && memberOf(parent, role);
  return typeof member === 'string' && !IMPURE_MATH.has(member);
}

/** The name of the member that is read from the object, as `parse` in `Date.parse`. */
const memberOf = ({ type, fields }: Syntax, role: string): string | undefined =>
  type === 'MemberExpression' && role === 'object' && fields['computed'] !== true
    ? nameOf(fields['property'])
    : undefined;

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
