import { parseSync } from 'oxc-parser';

/**
 * An exported declaration.
 *
 * @typedef {object} Declaration
 * @property {string} name
 * @property {'function' | 'constant' | 'type' | 'interface'} kind
 * @property {string} doc its docstring without the signs of the comment; empty if it has none
 * @property {string} source its public part, without bodies of functions
 */

/** The most lines of a constant. The rest is left out. */
const MOST_LINES = 40;

/**
 * The exported declarations of a module, in their order.
 *
 * @param {string} path its extension decides the language
 * @param {string} source
 * @returns {readonly Declaration[]}
 * @throws if the module cannot be parsed; otherwise its declarations would be missing without an error
 */
export function declarationsOf(path, source) {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) return [];
    const doc = docBefore(node.start, source, comments);
    return declared(node.declaration, source).map((each) => ({ ...each, doc }));
  });
}

/**
 * @param {import('oxc-parser').Declaration} node
 * @param {string} source
 * @returns {readonly Omit<Declaration, 'doc'>[]}
 */
function declared(node, source) {
  const whole = source.slice(node.start, node.end);
  switch (node.type) {
    case 'TSInterfaceDeclaration':
      return [{ name: node.id.name, kind: 'interface', source: whole }];
    case 'TSTypeAliasDeclaration':
      return [{ name: node.id.name, kind: 'type', source: whole }];
    case 'FunctionDeclaration':
      return [
        {
          name: node.id?.name ?? '',
          kind: 'function',
          source: `${source.slice(node.start, node.body?.start ?? node.end).trim()};`,
        },
      ];
    case 'VariableDeclaration':
      return node.declarations.flatMap((each) =>
        each.id.type === 'Identifier' ? [variable(each, source)] : [],
      );
    default:
      return [];
  }
}

/**
 * @param {import('oxc-parser').VariableDeclarator} node
 * @param {string} source
 * @returns {Omit<Declaration, 'doc'>}
 */
function variable(node, source) {
  const name = node.id.type === 'Identifier' ? node.id.name : '';
  if (node.init?.type === 'ArrowFunctionExpression') {
    const head = source.slice(node.start, node.init.body.start).replace(/\s*=>\s*\(?\s*$/, '');
    return { name, kind: 'function', source: `const ${head};` };
  }
  const lines = `const ${source.slice(node.start, node.end)};`.split('\n');
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '  // …'] : lines;
  return { name, kind: 'constant', source: shown.join('\n') };
}

/**
 * The docstring that ends where a declaration begins.
 *
 * @param {number} start
 * @param {string} source
 * @param {readonly import('oxc-parser').Comment[]} comments
 */
function docBefore(start, source, comments) {
  const comment = comments.findLast(({ end, type }) => end <= start && type === 'Block');
  // A comment for a tool may be in between.
  const between = source.slice(comment?.end ?? 0, start).replaceAll(/^\s*\/\/.*$/gm, '');
  if (!comment?.value.startsWith('*') || between.trim() !== '') return '';
  return comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/**
 * A page of the reference.
 *
 * @param {string} title
 * @param {string} introduction
 * @param {readonly { readonly path: string, readonly declarations: readonly Declaration[] }[]} files
 */
export function page(title, introduction, files) {
  const documented = files.filter(({ declarations }) => declarations.length > 0);
  const contents = documented.map(
    ({ path, declarations }) =>
      `- [${path}](#${anchor(path)}): ${declarations.map(({ name }) => `\`${name}\``).join(', ')}`,
  );
  const sections = documented.flatMap(({ path, declarations }) => [
    `## ${path}`,
    ...declarations.flatMap(({ name, doc, source }) => [
      `### ${name}`,
      ...(doc === '' ? [] : [prose(doc)]),
      `\`\`\`ts\n${source}\n\`\`\``,
    ]),
  ]);
  return `${[`# ${title}`, introduction, contents.join('\n'), ...sections].join('\n\n')}\n`;
}

/**
 * Turns the tags of a docstring into a list.
 *
 * @param {string} doc
 */
const prose = (doc) =>
  doc
    .replaceAll(/^@param (?<name>\S+) /gm, '- `$<name>`: ')
    .replaceAll(/^@returns /gm, '- returns ')
    .replaceAll(/^@throws /gm, '- throws ');

/** @param {string} heading */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
