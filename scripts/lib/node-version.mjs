import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { ensureNode, NoNodeError } from './newer-node.mjs';
import { endWithParent } from './parent.mjs';

// Every command imports this first. On an older Node, it runs the command again on a newer one, and nothing else.

endWithParent();
try {
  const program = await ensureNode();
  if (program !== process.execPath) process.exit(await runOn(program));
} catch (error) {
  if (!(error instanceof NoNodeError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * Runs this command on another Node, which is also first on the search path of everything that it starts.
 *
 * @param {string} program
 * @returns {Promise<number>} its exit code
 */
function runOn(program) {
  const name = Object.keys(process.env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [dirname(program), process.env[name]].filter(Boolean).join(delimiter);
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [name]: path, npm_node_execpath: program },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends it to both.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}
