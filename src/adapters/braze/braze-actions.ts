import * as v from 'valibot';

/** The actions of a `brazeActions:` link. */
export type BrazeActions = {
  readonly asksForPush: boolean;
  /** The link to follow. It may have any scheme. Null if there is none. */
  readonly link: { readonly address: string; readonly opensNewTab: boolean } | null;
  /** A `brazeActions:` link with the steps that the vendor's library carries out. Null if there are none. */
  readonly commands: string | null;
};

/** Matches the links that the vendor's library reads as `brazeActions:` links. */
const SCHEME = /^brazeActions:\/\/v\d+\//;

const stepSchema = v.object({
  type: v.string(),
  steps: v.fallback(v.array(v.unknown()), []),
  args: v.fallback(v.array(v.unknown()), []),
});

type Step = v.InferOutput<typeof stepSchema> & { readonly raw: unknown };

/** Returns the steps of a command, in order. Containers may be nested. */
function stepsOf(command: unknown): readonly Step[] {
  const parsed = v.safeParse(stepSchema, command);
  if (!parsed.success) return [];
  return parsed.output.type === 'container'
    ? parsed.output.steps.flatMap(stepsOf)
    : [{ ...parsed.output, raw: command }];
}

/** The vendor writes JSON in UTF-16, encoded as base64url. */
function decode(uri: string): unknown {
  try {
    const base64 = uri.replace(SCHEME, '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-16le').decode(bytes));
  } catch {
    return null;
  }
}

function encode(steps: readonly unknown[]): string {
  const json = JSON.stringify({ type: 'container', steps });
  const units = Uint16Array.from({ length: json.length }, (_, index) => json.charCodeAt(index));
  const bytes = Array.from(new Uint8Array(units.buffer), (byte) => String.fromCharCode(byte)).join('');
  return `brazeActions://v1/${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_')}`;
}

const isLink = ({ type }: Step): boolean => type === 'openLink' || type === 'openLinkInWebView';

/**
 * Reads a `brazeActions:` link. The app follows its links, because the library would leave the page and follow every
 * scheme. The library carries out the other steps.
 *
 * @returns null for any other address
 */
export function readBrazeActions(uri: string | undefined): BrazeActions | null {
  if (uri === undefined || !SCHEME.test(uri)) return null;
  const steps = stepsOf(decode(uri));
  const [address, opensNewTab] = steps.findLast(isLink)?.args ?? [];
  const commands = steps.filter((step) => !isLink(step) && step.type !== 'requestPushPermission');
  return {
    asksForPush: steps.some(({ type }) => type === 'requestPushPermission'),
    link: typeof address === 'string' ? { address, opensNewTab: opensNewTab === true } : null,
    commands: commands.length === 0 ? null : encode(commands.map(({ raw }) => raw)),
  };
}
