import { isIP } from 'node:net';
import { parseArgs } from 'node:util';

/** The command line cannot be read; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A flag of the command line, as `parseArgs` takes it, with its line of the help. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly usage: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Values = ReturnType<typeof parseArgs>['values'];

/** The flags and variables that somebody gave at the start. Every method throws a `UsageError` for a wrong value. */
export class Given {
  constructor(
    private readonly environment: Environment,
    private readonly values: Values = {},
  ) {}

  static parse(
    args: readonly string[],
    flags: Readonly<Record<string, Flag>>,
    environment: Environment,
  ): Given {
    try {
      return new Given(environment, parseArgs({ args: [...args], options: flags }).values);
    } catch (error) {
      throw new UsageError(firstSentence(error));
    }
  }

  has(flag: string): boolean {
    return this.values[flag] !== undefined;
  }

  text(flag: string): string | undefined {
    return this.texts(flag)?.at(-1);
  }

  texts(flag: string): readonly string[] | undefined {
    const value = this.values[flag];
    return value === undefined ? undefined : [value].flat().map(String);
  }

  /** An empty variable counts as missing. */
  variable(name: string): string | undefined {
    return this.environment[name] || undefined;
  }

  /** A variable that is `on` or `off`. */
  isOn(variable: string, usual: boolean): boolean {
    const text = this.variable(variable) ?? (usual ? 'on' : 'off');
    if (text !== 'on' && text !== 'off') {
      throw new UsageError(`${variable} must be "on" or "off", not "${text}".`);
    }
    return text === 'on';
  }

  /** @param name of a flag, as `--port`, or of a variable */
  wholeNumber(name: string, text: string | undefined, usual: number, largest: number): number {
    if (text === undefined || text === '') return usual;
    const number = Number(text);
    if (!/^\d+$/.test(text) || number > largest) {
      throw new UsageError(`${name} must be a whole number from 0 to ${largest}, not "${text}".`);
    }
    return number;
  }

  /** A variable with addresses and networks, with spaces or commas between them. */
  networks(variable: string): readonly string[] {
    const networks = (this.environment[variable] ?? '').split(/[\s,]+/).filter((network) => network !== '');
    for (const network of networks) {
      const [address = '', bits, ...rest] = network.split('/');
      const most = isIP(address) === 6 ? 128 : 32;
      const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
      if (isIP(address) === 0 || !isWhole || rest.length > 0) {
        throw new UsageError(
          `${variable} names addresses or networks such as 192.168.0.0/16, not "${network}".`,
        );
      }
    }
    return networks;
  }
}

/** The first sentence of an error of `parseArgs`. The others are about the rare argument that starts with a dash. */
export function firstSentence(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\n|\. /, 1);
  return `${sentence.replace(/\.$/, '')}.`;
}

/** Reads an address such as `https://listen.example`, with or without a slash at its end. */
export function readOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
    ? url.origin
    : null;
}
