import { parseSync, Visitor, type Expression, type Node } from 'oxc-parser';
import type { Text } from 'audio-streaming-translations/build/catalogues';

/** A line of the code that a translator never sees, or that nobody can translate. */
export type Finding = { readonly path: string; readonly line: number; readonly what: string };

export type Found = {
  readonly texts: readonly Text[];
  /** Texts that no call marks. */
  readonly unmarked: readonly Finding[];
  /** Calls whose text is made of parts. */
  readonly glued: readonly Finding[];
};

/** The functions whose first argument is a text: `t` shows it, `message` names it. */
const MARKS = new Set(['t', 'message']);

/** The component whose attribute `text` is a text with elements in it. */
const SENTENCE = 'Sentence';

/** Calls whose texts people never read, or read in English: names of analytics, logs and faults of the code. */
const FOR_DEVELOPERS =
  /^(?:record\w*|warn|error|log|Error|TypeError|RangeError|test|describe|querySelector\w*|closest|classNames|useOutcome)$/u;

/** Attributes that are no text. */
const TECHNICAL =
  /^(?:className|class|id|href|to|type|name|rel|target|autoComplete|autoCapitalize|key|role|look|tone|d|viewBox|style|htmlFor|kind|enterKeyHint|inputMode|data-.*|aria-(?:hidden|live|controls|describedby|labelledby|haspopup|current|orientation))$/u;

/** What begins like a sentence or holds two words. */
const PROSE = /^[\s\p{P}]*\p{Lu}\p{Ll}+(?:[\s.,:;!?…]|$)|\p{L}\p{Ll}* \p{L}/u;

/** Excuses the texts of the line below it, or of the whole declaration that begins there, with a reason. */
const EXCUSE = /^\s*not translated: \S/u;

const TO_TRANSLATORS = /^\s*\*?\s*Translators: (?<words>[^]+?)\s*$/u;

/** Finds the texts of a file. */
export function textsIn(path: string, source: string): Found {
  const { program, comments, errors } = parseSync(path, source);
  const [fault] = errors;
  if (fault) throw new Error(`${path} cannot be parsed: ${fault.message}`);

  const lineStarts = [...source.matchAll(/^/gmu)].map(({ index }) => index);
  const lineOf = (at: number): number => lineStarts.findLastIndex((start) => start <= at) + 1;
  const excuses = comments.filter(({ value }) => EXCUSE.test(value)).map(({ end }) => lineOf(end));
  const excused = new Set(excuses.flatMap((line) => [line, line + 1]));
  const said = new Map(
    comments.flatMap(({ value, end }) => {
      const words = TO_TRANSLATORS.exec(value)?.groups?.['words']?.replaceAll(/\s*\n\s*\*?\s*/gu, ' ');
      return words === undefined ? [] : [[lineOf(end), words] as const];
    }),
  );

  const texts: Text[] = [];
  const glued: Finding[] = [];
  /** The gaps of the code that were looked at, or hold nothing for people. */
  const settled: (readonly [number, number])[] = [];
  const add = (node: Node, text: string, context?: string): void => {
    const line = lineOf(node.start);
    const comment = said.get(line) ?? said.get(line - 1);
    texts.push({
      text,
      path,
      ...(context !== undefined && { context }),
      ...(comment !== undefined && { comment }),
    });
  };

  const mark = (name: string, first: Node): void => {
    settled.push([first.start, first.end]);
    const literal = literalOf(first);
    if (literal !== undefined) {
      add(first, literal);
      return;
    }
    if (first.type === 'ConditionalExpression') {
      mark(name, first.consequent);
      mark(name, first.alternate);
      return;
    }
    if (first.type === 'ObjectExpression') {
      const text = literalOf(fieldOf(first, 'text'));
      if (text !== undefined) add(first, text, literalOf(fieldOf(first, 'context')));
      else glued.push({ path, line: lineOf(first.start), what: source.slice(first.start, first.end) });
      return;
    }
    const isMade = first.type === 'TemplateLiteral' || first.type === 'BinaryExpression';
    if (isMade || name === 'message')
      glued.push({ path, line: lineOf(first.start), what: source.slice(first.start, first.end) });
  };

  const literals: (readonly [Node, string])[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = nameOf(callee);
      const [first] = given;
      if (MARKS.has(name) && first !== undefined) mark(name, first);
      else if (FOR_DEVELOPERS.test(name)) for (const each of given) settled.push([each.start, each.end]);
    },
    NewExpression({ callee, start, end }) {
      if (FOR_DEVELOPERS.test(nameOf(callee))) settled.push([start, end]);
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || name.name !== SENTENCE) return;
      const own = new Map(
        attributes.flatMap((each) =>
          each.type === 'JSXAttribute' ? [[each.name.name, each.value] as const] : [],
        ),
      );
      const text = own.get('text');
      // Another component may have the same name.
      if (own.has('values') && text != null)
        mark('message', text.type === 'JSXExpressionContainer' ? text.expression : text);
    },
    JSXAttribute({ name, value }) {
      if (value !== null && typeof name.name === 'string' && TECHNICAL.test(name.name))
        settled.push([value.start, value.end]);
    },
    JSXText(node) {
      if (/\p{L}{2}/u.test(node.value)) literals.push([node, node.value.trim()]);
    },
    Literal(node) {
      if (typeof node.value === 'string' && PROSE.test(node.value)) literals.push([node, node.value]);
    },
    TemplateLiteral(node) {
      const words = node.quasis.map(({ value }) => value.cooked ?? '').join('…');
      if (PROSE.test(words)) literals.push([node, words]);
    },
    // Names of keys, kinds and modules.
    BinaryExpression({ start, end, operator }) {
      if (operator !== '+') settled.push([start, end]);
    },
    MemberExpression({ property, computed }) {
      if (computed) settled.push([property.start, property.end]);
    },
    SwitchCase({ test }) {
      if (test !== null) settled.push([test.start, test.end]);
    },
    ImportDeclaration: settle,
    ImportExpression: settle,
    ExportNamedDeclaration({ source: from }) {
      if (from !== null) settle(from);
    },
    VariableDeclaration(node) {
      if (excuses.includes(lineOf(node.start) - 1)) settle(node);
    },
    TSTypeAliasDeclaration: settle,
    TSTypeAnnotation: settle,
    TSTypeParameterInstantiation: settle,
  }).visit(program);

  function settle({ start, end }: Pick<Node, 'start' | 'end'>): void {
    settled.push([start, end]);
  }

  const unmarked = literals
    .filter(([{ start, end }]) => !settled.some(([from, to]) => from <= start && end <= to))
    .map(([{ start }, what]) => ({ path, line: lineOf(start), what }))
    .filter(({ line }) => !excused.has(line));
  return { texts, unmarked, glued };
}

/** The name of what is called: `t` of `t(…)` and of `words.t(…)`. */
function nameOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : '';
}

function literalOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

function fieldOf(
  { properties }: Extract<Node, { type: 'ObjectExpression' }>,
  name: string,
): Node | undefined {
  for (const each of properties)
    if (each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name)
      return each.value;
  return undefined;
}
