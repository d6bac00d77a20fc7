import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {{ readonly line: number, readonly title: string, readonly depth: number, readonly start: number, readonly end: number }} Title
 *   The title of a test or of a block of tests. `depth` counts the blocks around it.
 */

/** The array of the rules that the simulation checks. Its names are titles. */
const CHECKED = 'RULES';

/** The functions whose first argument is a title. */
const TITLED = new Set(['describe', 'it', 'law', 'test']);

/**
 * The function that is called, without `.each(…)`, `.skipIf(…)` and the like.
 *
 * @param {import('oxc-parser').Expression | import('oxc-parser').Super} callee
 * @returns {string}
 */
function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return nameOf(callee.object);
  if (callee.type === 'CallExpression') return nameOf(callee.callee);
  return callee.type === 'TaggedTemplateExpression' ? nameOf(callee.tag) : '';
}

/** @param {import('oxc-parser').Node} node */
const isText = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** @param {import('oxc-parser').CallExpression} call */
const titleOf = ({ callee, arguments: [title] }) =>
  TITLED.has(nameOf(callee)) && title && isText(title) ? title : undefined;

/**
 * The titles of a file of tests, from the top.
 *
 * @param {string} path
 * @param {string} source
 * @returns {readonly Title[]}
 */
export function titlesIn(path, source) {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);

  /** @type {Title[]} */
  const titles = [];
  let depth = 0;
  /** @param {import('oxc-parser').Node} literal */
  const add = ({ start, end }) => {
    const line = source.slice(0, start).split('\n').length;
    titles.push({ line, title: source.slice(start + 1, end - 1), depth, start, end });
  };
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call);
      if (!title) return;
      add(title);
      depth += 1;
    },
    'CallExpression:exit'(call) {
      if (titleOf(call)) depth -= 1;
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== CHECKED || init?.type !== 'TSAsExpression') return;
      if (init.expression.type !== 'ArrayExpression') return;
      for (const name of init.expression.elements) if (name && isText(name)) add(name);
    },
  }).visit(program);
  return titles;
}
