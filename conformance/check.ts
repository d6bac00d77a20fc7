import type { Target } from './target.ts';

/** The result of a check. No text of it holds a token or a password: `run` removes them. */
export type Outcome =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'differs';
      readonly sent: string;
      readonly came: string;
      /** What the listener notices of exactly this response. */
      readonly listeners?: string;
    }
  | { readonly kind: 'not-tried'; readonly why: string };

/** One thing that the app relies on. */
export type Check = {
  readonly id: string;
  readonly title: string;
  /** What the listener notices if the provider differs, unless the outcome says something else. */
  readonly notices: string;
  /** What has to be there, or the check is not tried. `api` and `session` if absent. */
  readonly needs?: readonly Need[];
  /** May throw an `EndedCheck`, if it cannot go on. */
  readonly run: (target: Target) => Promise<Outcome>;
};

/**
 * - `api`, `pool`: the service responds
 * - `session`: a listener is signed in
 * - `origin`: the origin of the app's pages is named
 * - `writes`: the check changes data of the listener
 */
export type Need = 'api' | 'pool' | 'session' | 'origin' | 'hosted' | 'site' | 'writes';

export const needsOf = ({ needs = ['api', 'session'] }: Check): readonly Need[] => needs;

/** Ends a check with its outcome. Thrown where a request was refused or nothing is there to ask for. */
export class EndedCheck extends Error {
  constructor(readonly outcome: Outcome) {
    super('The check has ended.');
  }
}

/** The value of a promise; null if it ends the check. */
export const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> =>
  work.catch((error: unknown) => {
    if (error instanceof EndedCheck) return null;
    throw error;
  });

export const passed: Outcome = { kind: 'passed' };

export const differs = (sent: string, came: string, listeners?: string): Outcome => ({
  kind: 'differs',
  sent,
  came,
  ...(listeners !== undefined && { listeners }),
});

export const notTried = (why: string): Outcome => ({ kind: 'not-tried', why });
