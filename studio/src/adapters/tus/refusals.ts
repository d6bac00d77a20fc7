import * as v from 'valibot';
import { message, type Message } from '../../../../src/domain/message.ts';
import { recognise } from '../provider/recognise.ts';
import { isRefusedByProxy, REFUSED_BY_PROXY } from '../../domain/size-limits.ts';

/** The status of a provider without room for the file. */
export const DISK_FULL = 507;

const ofProvider = v.object({ error: v.object({ message: v.string() }) });
const refusal = v.union([ofProvider, v.object({ message: v.string() })]);

/** What a response means that no other attempt would change (STU-70). */
export function refusalOf(
  status: number,
  body: string,
): { readonly message: Message; readonly isRefused: boolean } {
  // Once the limit was raised, Retry goes on.
  if (isRefusedByProxy(status, v.is(ofProvider, parsed(body))))
    return { message: REFUSED_BY_PROXY, isRefused: false };
  const sentence = sentenceIn(body);
  return {
    message: sentence === null ? message('The provider refused the file.') : recognise(sentence),
    isRefused: status !== DISK_FULL,
  };
}

function sentenceIn(body: string): string | null {
  const read = v.safeParse(refusal, parsed(body));
  if (read.success) return 'error' in read.output ? read.output.error.message : read.output.message;
  if (parsed(body) !== undefined) return null;
  const text = body.trim();
  return text !== '' && text.length < 300 && !text.startsWith('<') ? text : null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
