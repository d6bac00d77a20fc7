import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot, root } from './paths.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

let ending = false;
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * When a command gets a signal to end, it ends the processes that it started and runs no further step.
 *
 * @param {NodeJS.Signals} signal
 */
function endAll(signal) {
  ending = true;
  for (const child of running) child.kill(signal);
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] added to the environment of this process; undefined removes a variable
 * @property {number} [idleLimit] the program is ended after so many milliseconds without output
 * @property {number} [limit] the program is ended after so many milliseconds
 * @property {boolean} [quiet] returns the program's output and does not print it
 *
 * @typedef {object} RunResult
 * @property {number} code exit code; 1 if a signal or a limit ended the program, 127 if it could not be started
 * @property {string} output its output, with `quiet` or `idleLimit`
 */

/**
 * Runs a program in the project's folder, and waits for its end.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(program, args, { env = {}, idleLimit, limit, quiet = false } = {}) {
  const read = quiet || idleLimit !== undefined;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: read ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // Windows runs .cmd files only through its shell.
      shell: process.platform === 'win32' && program.endsWith('.cmd'),
    });
    // The handlers stay only while a program runs. Afterwards the command may be a program with handlers of its own.
    if (running.size === 0) for (const signal of signals) process.on(signal, endAll);
    running.add(child);

    /** @type {Buffer[]} */
    const chunks = [];
    const end = () => child.kill('SIGKILL');
    let idle = idleLimit === undefined ? undefined : setTimeout(end, idleLimit);
    const whole = limit === undefined ? undefined : setTimeout(end, limit);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => {
        chunks.push(chunk);
        if (!quiet) process.stdout.write(chunk);
        if (idle !== undefined) {
          clearTimeout(idle);
          idle = setTimeout(end, idleLimit);
        }
      });
    }

    const finish = (/** @type {number} */ code) => {
      running.delete(child);
      clearTimeout(idle);
      clearTimeout(whole);
      if (running.size === 0) {
        if (ending) process.exit(code);
        for (const signal of signals) process.off(signal, endAll);
      }
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') });
    };
    child.on('error', () => finish(127));
    child.on('close', (code) => finish(code ?? 1));
  });
}

/**
 * Runs a command of an installed package with the same Node, without a shell. So it works in the same way on every system.
 *
 * @param {string} packageName
 * @param {string} command name of the command in the package's `bin`
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function runTool(packageName, command, args, options) {
  return run(process.execPath, [toolPath(packageName, command), ...args], options);
}

/**
 * @param {string} packageName
 * @param {string} command
 */
export function toolPath(packageName, command) {
  const manifest = inRoot('node_modules', packageName, 'package.json');
  const { bin } = /** @type {{ bin: string | Record<string, string> }} */ (
    JSON.parse(readFileSync(manifest, 'utf8'))
  );
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(manifest), file);
}
