import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command.ts';

/** Nothing that is typed is shown. */
const HIDDEN = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for a new password on a terminal, twice and hidden (SES-130). The questions go to the error output, so that the output is
 * the result alone.
 *
 * @throws {CommandError} if the two differ, or if nothing more can be typed
 */
export async function askPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: HIDDEN, terminal: true });
  terminal.once('SIGINT', () => terminal.close());
  const ended = new Promise<never>((_resolve, reject) => {
    terminal.once('close', () => reject(new CommandError('No password was typed. Nothing was changed.')));
  });
  // The close at the end is no failure.
  ended.catch(() => undefined);
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    try {
      return await Promise.race([terminal.question(''), ended]);
    } finally {
      process.stderr.write('\n');
    }
  };
  try {
    const password = await ask('Password: ');
    if ((await ask('The same again: ')) === password) return password;
    throw new CommandError('The two passwords differ. Nothing was changed.');
  } finally {
    terminal.close();
  }
}
