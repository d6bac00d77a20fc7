import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArgumentError, readArguments, USAGE } from './arguments.ts';
import { CHECKS, asJUnit, asJson, listLines, resultLines, runChecks, summaryLine } from './run.ts';

/*
 * `npm run conformance -- --api URL …`: checks a provider and its pool, call by call, with the adapters of the app.
 * `docs/providers.md` says how to use it. It never prints a token or a password.
 */

try {
  if (process.argv.includes('--list')) console.log(CHECKS.flatMap(listLines).join('\n'));
  else await main();
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  // The last line break belongs to the terminal, not to the password.
  const readPassword = (): string => readFileSync(0, 'utf8').replace(/\r?\n$/, '');
  const { settings, json, junit } = readArguments(process.argv.slice(2), readPassword);
  const results = await runChecks(settings, (result) => {
    if (!json) console.log(resultLines(result).join('\n'));
  });
  console.log(json ? asJson(settings.apiUrl, results) : `\n${summaryLine(results)}`);
  // npm changes the working folder, so a relative path counts from the folder in which the command was typed.
  if (junit !== null) writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', junit), asJUnit(results));
  // A call that hangs must not keep the command from ending.
  process.exit(results.some(({ outcome }) => outcome.kind === 'differs') ? 1 : 0);
}
