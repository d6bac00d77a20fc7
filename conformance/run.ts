import { type Check, EndedCheck, type Need, type Outcome, differs, needsOf, notTried } from './check.ts';
import { callChecks, exportCheck, tokenizeCheck } from './checks/calls.ts';
import { hostChecks } from './checks/host.ts';
import { hostedChecks } from './checks/hosted.ts';
import { mediaChecks } from './checks/media.ts';
import { arrangementCheck, pageChecks, pageSizeCheck } from './checks/pages.ts';
import { expiryCheck, poolChecks, revocationCheck, sessionChecks } from './checks/pool.ts';
import { respondsCheck, corsChecks, dateCheck, retryAfterCheck, statusChecks } from './checks/service.ts';
import { titleChecks } from './checks/titles.ts';
import { writeChecks } from './checks/writes.ts';
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
/** Calls without a response after which no more are made. */
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

/** Every check, in the order in which they run. Later ones rely on earlier ones: on the session above all. */
export const CHECKS: readonly Check[] = [
  respondsCheck,
  dateCheck,
  ...poolChecks,
  ...corsChecks,
  ...hostedChecks,
  ...statusChecks,
  ...sessionChecks,
  ...callChecks,
  tokenizeCheck,
  exportCheck,
  ...pageChecks,
  pageSizeCheck,
  arrangementCheck,
  ...titleChecks,
  ...mediaChecks,
  ...writeChecks,
  ...hostChecks,
  retryAfterCheck,
  expiryCheck,
  revocationCheck,
];

const MARKS = { passed: 'passed', differs: 'DIFFERS', 'not-tried': 'not tried' } as const;

/** One check as lines of the table. */
export function resultLines({ check, outcome }: CheckResult): readonly string[] {
  const first = `${MARKS[outcome.kind].padEnd(10)} ${check.id.padEnd(36)} ${check.title}`;
  switch (outcome.kind) {
    case 'passed':
      return [first];
    case 'not-tried':
      return [first, `${' '.repeat(11)}${outcome.why}`];
    case 'differs':
      return [
        first,
        `${' '.repeat(11)}sent:      ${outcome.sent}`,
        `${' '.repeat(11)}came:      ${outcome.came}`,
        `${' '.repeat(11)}listeners: ${outcome.listeners ?? check.notices}`,
      ];
  }
}

/** What a check expects, what it needs, and what a listener notices if it differs. */
export const listLines = (check: CheckResult['check']): readonly string[] => [
  `${check.id.padEnd(36)} ${check.title}`,
  `  needs:     ${needsOf(check).join(', ') || 'nothing'}`,
  `  listeners: ${check.notices}`,
];

export function summaryLine(results: readonly CheckResult[]): string {
  const { passed, differs, notTried } = countsOf(results);
  return `${results.length} checks: ${passed} passed, ${differs} differ, ${notTried} not tried`;
}

const countsOf = (results: readonly CheckResult[]) => {
  const count = (kind: string) => results.filter(({ outcome }) => outcome.kind === kind).length;
  return { passed: count('passed'), differs: count('differs'), notTried: count('not-tried') };
};

export function asJson(api: string, results: readonly CheckResult[]): string {
  const checks = results.map(({ check: { id, title, notices }, outcome, milliseconds }) => ({
    id,
    title,
    ...outcome,
    ...(outcome.kind === 'differs' && { listeners: outcome.listeners ?? notices }),
    milliseconds: Math.round(milliseconds),
  }));
  return JSON.stringify({ api, ...countsOf(results), checks }, null, 2);
}

export function asJUnit(results: readonly CheckResult[]): string {
  const { differs, notTried } = countsOf(results);
  const total = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  const attributes = `tests="${results.length}" failures="${differs}" skipped="${notTried}" time="${total.toFixed(3)}"`;
  const cases = results.map(({ check, outcome, milliseconds }) => {
    const start = `    <testcase classname="conformance" name="${escaped(`${check.id}: ${check.title}`)}" time="${(milliseconds / 1000).toFixed(3)}"`;
    switch (outcome.kind) {
      case 'passed':
        return `${start}/>`;
      case 'not-tried':
        return `${start}><skipped message="${escaped(outcome.why)}"/></testcase>`;
      case 'differs': {
        const text = `sent: ${outcome.sent}\ncame: ${outcome.came}\nlisteners: ${outcome.listeners ?? check.notices}`;
        return `${start}><failure message="${escaped(outcome.came)}">${escaped(text)}</failure></testcase>`;
      }
    }
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `  <testsuite name="conformance" ${attributes}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Text for XML. Characters that XML 1.0 cannot hold are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
