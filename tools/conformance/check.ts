import type { Target } from './target.ts';

/** The result of a check. No text of it holds a token or a password: `run` removes them. */
export type Outcome =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'differs';
      readonly sent: string;
      readonly came: string;
      /** What the listener notices of exactly this answer. */
      readonly listeners?: string;
    }
  | { readonly kind: 'not-tried'; readonly why: string };

/** One thing that the app relies on. */
export type Check = {
  readonly id: string;
  readonly title: string;
  /** What the listener notices if the provider differs, unless the outcome says something else. */
  readonly notices: string;
  /** What has to be there, or the check is not tried. */
  readonly needs: readonly Need[];
  readonly run: (target: Target) => Promise<Outcome>;
};

/**
 * - `api`, `pool`: the service answers
 * - `session`: a listener is signed in
 * - `origin`: the origin of the app's pages is named
 * - `writes`: the check changes data of the listener
 */
export type Need = 'api' | 'pool' | 'session' | 'origin' | 'hosted' | 'site' | 'writes';

export const passed: Outcome = { kind: 'passed' };

export const differs = (sent: string, came: string, listeners?: string): Outcome => ({
  kind: 'differs',
  sent,
  came,
  ...(listeners !== undefined && { listeners }),
});

export const notTried = (why: string): Outcome => ({ kind: 'not-tried', why });
