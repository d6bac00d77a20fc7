import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuse } from '../scripts/lib/arguments.mjs';
import { ArgumentError, readSettings, readValues, USAGE } from './arguments.ts';
import { CHECKS, asJUnit, asJson, listLines, resultLines, runChecks, summaryLine } from './run.ts';

/*
 * `npm run conformance -- --api URL …`: checks a provider and its pool, call by call, with the adapters of the app.
 * `docs/providers.md` says how to use it. It never prints a token or a password.
 */

try {
  const values = readValues(process.argv.slice(2));
  if (values.list === true) console.log(CHECKS.flatMap(listLines).join('\n'));
  else await main(values);
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  refuse(error.message, USAGE);
}

async function main(values: ReturnType<typeof readValues>): Promise<void> {
  // The last line break belongs to the terminal, not to the password.
  const readPassword = (): string => readFileSync(0, 'utf8').replace(/\r?\n$/, '');
  const { settings, json, junit } = readSettings(values, readPassword);
  const results = await runChecks(settings, (result) => {
    if (!json) console.log(resultLines(result).join('\n'));
  });
  console.log(json ? asJson(settings.apiUrl, results) : `\n${summaryLine(results)}`);
  // npm changes the working folder, so a relative path counts from the folder in which the command was typed.
  if (junit !== null) writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', junit), asJUnit(results));
  // A call that hangs must not keep the command from ending.
  process.exit(results.some(({ outcome }) => outcome.kind === 'differs') ? 1 : 0);
}
