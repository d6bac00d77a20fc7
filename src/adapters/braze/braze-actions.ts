import * as v from 'valibot';

/** What a `brazeActions:` link asks for. */
export type BrazeActions = {
  readonly asksForPush: boolean;
  /** The link to follow, of whatever scheme; null where there is none. */
  readonly link: { readonly address: string; readonly opensNewTab: boolean } | null;
  /** A `brazeActions:` link with the steps for the vendor's library; null where there are none. */
  readonly commands: string | null;
};

/** The links that the vendor's library takes for one of these. */
const SCHEME = /^brazeActions:\/\/v\d+\//;

const stepSchema = v.object({
  type: v.string(),
  steps: v.fallback(v.array(v.unknown()), []),
  args: v.fallback(v.array(v.unknown()), []),
});

type Step = v.InferOutput<typeof stepSchema> & { readonly raw: unknown };

/** The steps of a command, in order, out of however many containers. */
function stepsOf(command: unknown): readonly Step[] {
  const parsed = v.safeParse(stepSchema, command);
  if (!parsed.success) return [];
  return parsed.output.type === 'container'
    ? parsed.output.steps.flatMap(stepsOf)
    : [{ ...parsed.output, raw: command }];
}

/** The vendor writes JSON in UTF-16, as base64 for URLs. */
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
  const units = Uint16Array.from({ length: json.length }, (_, place) => json.charCodeAt(place));
  const bytes = Array.from(new Uint8Array(units.buffer), (byte) => String.fromCharCode(byte)).join('');
  return `brazeActions://v1/${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_')}`;
}

const isLink = ({ type }: Step): boolean => type === 'openLink' || type === 'openLinkInWebView';

/**
 * Reads a `brazeActions:` link. Its links are the app's own to follow, because the library would leave the page and
 * follow every scheme. Its other steps are the library's to carry out.
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
