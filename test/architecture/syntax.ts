import { parseSync } from 'oxc-parser';

/** A node of a syntax tree, with its first line (from 1) and its parent. */
export type Syntax = {
  readonly type: string;
  readonly line: number;
  readonly parent: Syntax | null;
  /** Name of the parent's field that holds this node. */
  readonly role: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/**
 * Every node of a module, outermost first.
 *
 * @throws an error that names the file if it cannot be parsed, because such a file would not be checked
 */
export function syntaxOf(path: string, source: string): readonly Syntax[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);

  const lineStarts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  const nodes: Syntax[] = [];
  const visit = (value: unknown, parent: Syntax | null, role: string): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, parent, role);
    } else if (isNode(value)) {
      const node: Syntax = {
        type: value.type,
        // A getter, because it is needed for few of the nodes.
        get line() {
          return lineStarts.findLastIndex((start) => start <= value.start) + 1;
        },
        parent,
        role,
        fields: value,
      };
      nodes.push(node);
      for (const [name, child] of Object.entries(value)) visit(child, node, name);
    }
  };
  visit(program, null, '');
  return nodes;
}

/** The text of a string literal or of a template without parts, else undefined. */
export function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && 'value' in value)
    return typeof value.value === 'string' ? value.value : undefined;
  if (value.type === 'TSLiteralType' && 'literal' in value) return textOf(value.literal);
  if (value.type !== 'TemplateLiteral' || !('quasis' in value) || !Array.isArray(value.quasis))
    return undefined;
  const [only, ...others]: readonly unknown[] = value.quasis as readonly unknown[];
  if (others.length > 0 || typeof only !== 'object' || only === null || !('value' in only)) return undefined;
  const { value: parts } = only;
  return typeof parts === 'object' && parts !== null && 'cooked' in parts && typeof parts.cooked === 'string'
    ? parts.cooked
    : undefined;
}

/** The name of an identifier, else undefined. */
export function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
}

type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number';
