import { format } from 'prettier';
import { expect, test } from 'vitest';
import { NOBODY, type User } from '../../../src/domain/account/user.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import { ALWAYS, instant, type Window } from '../../../src/domain/time.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';

const NOW = instant(1_000_000);
const before = instant(NOW - 1);
const after = instant(NOW + 1);

const WINDOWS: Readonly<Record<string, Window>> = {
  none: ALWAYS,
  open: { from: before, till: after },
  'begins now': { from: NOW, till: after },
  later: { from: after, till: 'absent' },
  'ends now': { from: before, till: NOW },
  unreadable: { from: 'unreadable', till: 'absent' },
};

const FREE: Readonly<Record<string, Partial<ContentItem>>> = {
  no: { listenFreeWindow: { from: before, till: NOW } },
  'one bound only': { listenFreeWindow: { from: before, till: 'absent' } },
  'window open': { listenFreeWindow: { from: NOW, till: after } },
  marked: { listenFree: true },
  'said by the provider': { hasListenFreeContent: true },
};

const plan = { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly' } as const;

const MEMBERSHIPS: Readonly<Record<string, User['paymentDetails']>> = {
  none: null,
  active: plan,
  trial: { ...plan, isTrialing: true },
  'canceled, runs': { ...plan, isCanceled: true },
  expired: { ...plan, isExpired: true },
  'without a duration': { ...plan, duration: null },
};

const PURCHASED: Readonly<Record<string, boolean>> = { no: false, yes: true };

const CONDITIONS: readonly Readonly<Record<string, unknown>>[] = [PURCHASED, WINDOWS, MEMBERSHIPS, FREE];

const decide = ([purchased = '', window = '', membership = '', free = '']: readonly string[]) => {
  const { isPurchased, validity, paymentDetails } = {
    isPurchased: PURCHASED[purchased] === true,
    validity: WINDOWS[window] ?? ALWAYS,
    paymentDetails: MEMBERSHIPS[membership] ?? null,
  };
  const item = { ...PLAIN_ITEM, isPurchased, validity, ...FREE[free] };
  return decidePlay({ ...NOBODY, paymentDetails }, item, NOW);
};

type Rows = readonly (readonly string[])[];

/** The rows below the chosen values of the first conditions. Values of a condition with the same rows share them. */
function rowsBelow(chosen: readonly string[]): Rows {
  const condition = CONDITIONS[chosen.length];
  if (condition === undefined) {
    const { kind, reason } = decide(chosen);
    return [[`\`${kind}\``, reason]];
  }
  const values = Object.keys(condition);
  const sharing = new Map<string, string[]>();
  for (const value of values) {
    const below = JSON.stringify(rowsBelow([...chosen, value]));
    sharing.set(below, [...(sharing.get(below) ?? []), value]);
  }
  return [...sharing].flatMap(([below, names]) =>
    (JSON.parse(below) as Rows).map((rest) => [
      names.length === values.length ? 'any' : names.join(' or '),
      ...rest,
    ]),
  );
}

const COLUMNS = ['purchased', 'window', 'membership', 'free'];

/** A case as a line: the conditions that matter, then the decision with its reason. */
const line = (cells: readonly string[]): string => {
  const conditions = COLUMNS.flatMap((column, at) => (cells[at] === 'any' ? [] : [`${column} ${cells[at]}`]));
  return `- ${conditions.join('; ')}: ${cells.slice(COLUMNS.length).join(', ')}`;
};

test('the decision table in docs is what the rules decide', async () => {
  const text = [
    '# The decision table',
    '',
    'What a request to play ends in, for every combination of its conditions (ENT-22). A line may name several values. A test',
    'generates this page from the rules: `npx vitest run test/domain/entitlement/decision-table.test.ts --update`.',
    '',
    ...rowsBelow([]).map(line),
    '',
  ].join('\n');
  const page = await format(text, { parser: 'markdown', printWidth: 125 });
  await expect(page).toMatchFileSnapshot('../../../docs/decision-table.md');
});
