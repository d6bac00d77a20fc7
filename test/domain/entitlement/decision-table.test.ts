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

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

test('the decision table in docs is what the rules decide', async () => {
  const rows: string[] = [];
  for (const isPurchased of [false, true]) {
    for (const [window, validity] of Object.entries(WINDOWS)) {
      for (const [membership, paymentDetails] of Object.entries(MEMBERSHIPS)) {
        for (const [free, changes] of Object.entries(FREE)) {
          const item = { ...PLAIN_ITEM, isPurchased, validity, ...changes };
          const { kind, reason } = decidePlay({ ...NOBODY, paymentDetails }, item, NOW);
          rows.push(row([isPurchased ? 'yes' : 'no', window, membership, free, `\`${kind}\``, reason]));
        }
      }
    }
  }
  const text = [
    '# The decision table',
    '',
    'What a request to play ends in, for every combination of its conditions (ENT-22). A test generates this page from the',
    'rules: `npx vitest run test/domain/entitlement/decision-table.test.ts --update`.',
    '',
    row(['purchased', 'window', 'membership', 'free', 'decision', 'reason']),
    row(Array.from({ length: 6 }, () => '---')),
    ...rows,
    '',
  ].join('\n');
  const page = await format(text, { parser: 'markdown', printWidth: 125 });
  await expect(page).toMatchFileSnapshot('../../../docs/decision-table.md');
});
