import { parseArgs } from 'node:util';

const EXIT_CODE = 2;

/**
 * Reads the arguments of a command. `--help` prints its usage and ends it. An argument that it does not take is refused in
 * one line.
 *
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} usage its first line is how the command is called: `npm run NAME -- …`
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function readArguments(usage, config) {
  if (asksForHelp(config.args ?? process.argv.slice(2))) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(sentenceOf(error), usage);
  }
}

/**
 * Prints one line, and ends the command.
 *
 * @param {string} sentence
 * @param {string} usage
 * @returns {never}
 */
export function refuse(sentence, usage) {
  const [call = ''] = usage.split(/ -- |\n/, 1);
  console.error(`${sentence} For all options: ${call} -- --help`);
  process.exit(EXIT_CODE);
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} usage
 * @returns {number} a number above 0
 */
export function numberAbove0(name, text, usage) {
  const number = Number(text);
  return Number.isFinite(number) && number > 0
    ? number
    : refuse(`${name} is a number above 0, not "${text}".`, usage);
}

/** @param {readonly string[]} args */
function asksForHelp(args) {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}

/**
 * The first sentence. The others of Node's messages are about the rare argument that starts with a dash.
 *
 * @param {unknown} error
 */
function sentenceOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split(/\n|\. /, 1)[0]?.replace(/\.$/, '')}.`;
}
