import * as v from 'valibot';
import type { Json, Recording } from '../src/adapters/recording/recording.ts';

// The recordings that can be replayed, by their names in an address.

/** The key of the opened recording in the storage of this tab. */
const OPENED = 'harness-recording';

const json = v.custom<Json>(() => true);
const args = v.array(json);
const at = v.number();

const recording = v.object({
  version: v.literal(1),
  store: v.record(v.string(), v.string()),
  startedAt: v.number(),
  isCut: v.boolean(),
  entries: v.array(
    v.variant('kind', [
      v.object({ at, kind: v.literal('command'), of: v.string(), method: v.string(), args }),
      v.object({
        at,
        kind: v.literal('call'),
        port: v.string(),
        method: v.string(),
        args,
        value: v.exactOptional(json),
        isPending: v.exactOptional(v.literal(true)),
      }),
      v.object({
        at,
        kind: v.literal('answer'),
        call: v.number(),
        value: v.exactOptional(json),
        threw: v.exactOptional(v.string()),
      }),
      v.object({ at, kind: v.literal('event'), port: v.string(), signal: v.string(), value: json }),
      v.object({ at, kind: v.literal('abort'), cancellation: v.number() }),
    ]),
  ),
});

/** Reads a recording from its text; null if it is none. */
function decode(text: string): Recording | null {
  try {
    const decoded = v.safeParse(recording, JSON.parse(text));
    return decoded.success ? decoded.output : null;
  } catch {
    return null;
  }
}

/** Keeps an opened recording for the frame. False if the text is no recording. */
export function keepOpened(text: string): boolean {
  if (decode(text) === null) return false;
  window.sessionStorage.setItem(OPENED, text);
  return true;
}

/** A recording by its name; null if there is none. */
export async function findRecording(name: string): Promise<Recording | null> {
  if (name === 'file') return decode(window.sessionStorage.getItem(OPENED) ?? '');
  const { default: text } = await import('../test/scenarios/recordings/no-address.json?raw');
  return decode(text);
}
