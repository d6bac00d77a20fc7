import { needsOf } from './check.ts';
import type { CheckResult } from './run.ts';

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
