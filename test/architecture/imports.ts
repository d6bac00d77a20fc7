import { nameOf, textOf, type Syntax } from './syntax.ts';

/** One import of a module. `specifier` is null if it is no plain text, so that it cannot be checked. */
export type Import = { readonly specifier: string | null; readonly line: number };

/**
 * Every way in which a module can reach another: static, re-exported, type-only, dynamic, `import('…')` as a type,
 * `import x = require('…')`, `require('…')`, Vite's `import.meta.glob`, and the augmentation of a module by its name.
 */
export function importsOf(nodes: readonly Syntax[]): readonly Import[] {
  return nodes.flatMap((node) => {
    const source = sourceOf(node);
    return source === undefined ? [] : [{ specifier: textOf(source) ?? null, line: node.line }];
  });
}

/** The expression that names the imported module; undefined if the node imports nothing. */
function sourceOf({ type, fields }: Syntax): unknown {
  switch (type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return fields['source'];
    case 'ExportNamedDeclaration':
      return fields['source'] ?? undefined;
    case 'TSExternalModuleReference':
      return fields['expression'];
    case 'TSModuleDeclaration':
      return textOf(fields['id']) === undefined ? undefined : fields['id'];
    case 'CallExpression':
      return nameOf(fields['callee']) === 'require' ? firstOf(fields['arguments']) : undefined;
    case 'MemberExpression':
      // A pattern may import any file, so it counts as an import that cannot be read.
      return nameOf(fields['property'])?.startsWith('glob') && isImportMeta(fields['object'])
        ? null
        : undefined;
    default:
      return undefined;
  }
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value[0] ?? null) : null);

const isImportMeta = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'MetaProperty';
