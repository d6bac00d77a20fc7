import { type Check, differs, EndedCheck, type Need, needsOf, notTried, type Outcome } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { type Settings, Target } from './target.ts';

/** One line of the report. */
export type CheckResult = {
  readonly check: Check;
  readonly outcome: Outcome;
  readonly milliseconds: number;
};

/** Milliseconds of one check, and of all of them without waiting for tokens. */
const LONGEST_CHECK = 60_000;
const LONGEST_RUN = 600_000;
/** A timer cannot wait longer. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Calls without an answer after which no more are made. */
const MOST_SILENT = 5;

/** Runs every check against a provider. Ends in bounded time, whatever the provider does. */
export async function runChecks(
  settings: Settings,
  report: (result: CheckResult) => void = () => undefined,
): Promise<readonly CheckResult[]> {
  const target = new Target(settings);
  const results: CheckResult[] = [];
  const started = performance.now();
  let waited = 0;
  try {
    for (const check of CHECKS) {
      const from = performance.now();
      const why = whyNotTried(check, target) ?? whyOver(target, from - started - waited);
      const outcome = why === null ? await outcomeOf(check, target) : notTried(why);
      const result = { check, outcome: redacted(outcome, target), milliseconds: performance.now() - from };
      if (check.id === 'expiry') waited = result.milliseconds;
      results.push(result);
      report(result);
    }
  } finally {
    await target.close();
  }
  return results;
}

async function outcomeOf(check: Check, target: Target): Promise<Outcome> {
  const span = check.id === 'expiry' ? LONGEST_TIMER : LONGEST_CHECK;
  let deadline: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const outcome = differs(check.title, `The check did not end within ${LONGEST_CHECK / 1000} s.`);
    deadline = setTimeout(() => resolve(outcome), span);
  });
  try {
    return await Promise.race([check.run(target), late]);
  } catch (error) {
    if (error instanceof EndedCheck) return error.outcome;
    // A provider may send what no check expects. The other checks still run.
    return differs(
      check.title,
      `The check failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    clearTimeout(deadline);
  }
}

const MISSING: Readonly<Record<Need, (target: Target) => string | null>> = {
  api: ({ silent }) => (silent.has('api') ? 'The product API does not answer; see "api-answers".' : null),
  pool: ({ settings, silent }) => {
    if (settings.pool === null) return 'No pool was named: --pool-endpoint, --pool, --client.';
    return silent.has('pool') ? 'The pool does not answer; see "pool-answers".' : null;
  },
  session: ({ auth, settings }) => {
    if (settings.pool === null) return 'No pool was named: --pool-endpoint, --pool, --client.';
    if (settings.account === null) return 'No account was named: --email, --password-stdin.';
    return auth === null ? 'Nobody is signed in; see "sign-in".' : null;
  },
  origin: ({ settings }) =>
    settings.origin === null ? "The origin of the app's pages was not named: --origin." : null,
  hosted: ({ settings }) =>
    settings.hostedLogin === null ? 'No hosted login was named: --hosted-login.' : null,
  site: ({ settings }) => (settings.site === null ? 'No host was named: --site.' : null),
  writes: ({ settings }) => (settings.writes ? null : 'It changes data: --writes.'),
};

function whyNotTried(check: Check, target: Target): string | null {
  return (
    needsOf(check)
      .map((need) => MISSING[need](target))
      .find((why) => why !== null) ?? null
  );
}

function whyOver({ seen }: Target, elapsed: number): string | null {
  if (elapsed > LONGEST_RUN) return `The run took longer than ${LONGEST_RUN / 60_000} minutes.`;
  const silent = seen.filter(({ status }) => status === null).length;
  return silent >= MOST_SILENT ? `${silent} requests got no answer that could be read.` : null;
}

function redacted(outcome: Outcome, target: Target): Outcome {
  switch (outcome.kind) {
    case 'passed':
      return outcome;
    case 'differs':
      return differs(target.redacted(outcome.sent), target.redacted(outcome.came), outcome.listeners);
    case 'not-tried':
      return notTried(target.redacted(outcome.why));
  }
}
