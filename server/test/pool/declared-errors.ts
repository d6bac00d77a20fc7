import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SDK = '@aws-sdk/client-cognito-identity-provider';
const COMMANDS = join(dirname(createRequire(import.meta.url).resolve(SDK)), '..', 'dist-types', 'commands');

/** Errors of the protocol, which every service of AWS may send to every call. */
const OF_THE_PROTOCOL = new Set([
  'InternalErrorException',
  'RequestEntityTooLargeException',
  'SerializationException',
  'ServiceUnavailableException',
  'UnknownOperationException',
]);

const known = new Map<string, ReadonlySet<string>>();

/** The errors that the SDK of AWS declares for a call; undefined if it does not know the call. */
export function declaredErrors(call: string): ReadonlySet<string> | undefined {
  const path = join(COMMANDS, `${call}Command.d.ts`);
  if (!known.has(call) && existsSync(path)) {
    const text = readFileSync(path, 'utf8');
    known.set(call, new Set([...text.matchAll(/@throws \{@link (\w+)\}/gu)].map(([, name = '']) => name)));
  }
  return known.get(call);
}

/** True if a client of AWS expects this error from this call. */
export const isDeclared = (call: string, error: string): boolean =>
  OF_THE_PROTOCOL.has(error) || declaredErrors(call)?.has(error) === true;

/** All calls that the SDK knows, also those that the pool does not serve. */
export const knownCalls = (): readonly string[] =>
  readdirSync(COMMANDS).flatMap((name) => /^(?<call>\w+)Command\.d\.ts$/u.exec(name)?.groups?.['call'] ?? []);
