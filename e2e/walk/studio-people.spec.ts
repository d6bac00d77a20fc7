import { expect, test } from '@playwright/test';
import { t } from 'audio-streaming-translations/translate';
import {
  BARE_MEMBER,
  CHANGES,
  EMPTY_STATEMENT,
  INVITED,
  MEMBERS,
  memberWith,
  STATEMENT,
} from '../support/studio-states.ts';
import {
  ask,
  failing,
  sending,
  studioOfFile,
  type StudioScreen,
  type StudioStep,
  walkStudio,
} from '../support/studio-walk.ts';
import { escape, main, press } from '../support/walk.ts';

const studio = studioOfFile((own) => own.startWith(['The Beach', 'Waves']));

const MEMBER = '/studio/members/m1';

/** Fills the form of an invitation. */
const invite =
  (email: string): StudioStep =>
  async (page) => {
    const form = main(page).locator('#invite form');
    await form.locator('select').last().selectOption('annual');
    await form.locator('input').nth(0).fill(email);
    await form.locator('input').nth(1).fill('Wren');
    await form.locator('button[type="submit"]').click();
  };

const PEOPLE: readonly StudioScreen[] = [
  {
    path: '/studio/members',
    before: sending({ 'GET members': MEMBERS, 'GET member-changes': CHANGES }),
    open: async (page, sent) => {
      await invite('nobody')(page, sent);
      await expect(main(page).locator('#invite').getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/studio/members',
    name: 'an invitation',
    before: async (page, sent) => {
      await sending({ 'POST members': INVITED })(page, sent);
      await invite('wren@example.org')(page, sent);
      await expect(page.getByRole('group', { name: 'Invitation' })).toBeVisible();
    },
  },
  {
    path: '/studio/members',
    name: 'nothing found',
    before: sending({ 'GET members': { total: 0, members: [] }, 'GET member-changes': { changes: [] } }),
  },
  {
    path: '/studio/members',
    name: 'that cannot be had',
    before: failing({ 'GET members': 404, 'GET member-changes': 429 }),
  },
  { path: MEMBER, before: sending({ 'GET members/m1': memberWith('active') }) },
  {
    path: MEMBER,
    name: 'without anything, and a title to give',
    before: sending({ 'GET members/m1': BARE_MEMBER }),
    open: async (page) => {
      await main(page).locator('#titles input').fill('e');
      await expect(main(page).locator('#titles li').first()).toBeVisible();
    },
  },
  {
    path: MEMBER,
    name: 'invited again',
    before: async (page, sent) => {
      await sending({ 'GET members/m1': memberWith('invited'), 'POST members': INVITED })(page, sent);
      await press(page, 'Invite again');
      await expect(page.getByRole('group', { name: 'Invitation' })).toBeVisible();
    },
  },
  { path: MEMBER, name: 'disabled', before: sending({ 'GET members/m1': memberWith('disabled') }) },
  {
    path: MEMBER,
    name: 'the end of the access',
    before: sending({ 'GET members/m1': memberWith('unconfirmed') }),
    open: ask(() => t('Disable account')),
    close: escape,
  },
  {
    path: MEMBER,
    name: 'the end of the account',
    before: sending({ 'GET members/m1': memberWith('active') }),
    open: ask(() => t('Delete account')),
    close: escape,
  },
  { path: MEMBER, name: 'that is not there', before: failing({ 'GET members/m1': 404 }) },
];

const STATEMENTS: readonly StudioScreen[] = [
  { path: '/studio/statements', before: sending({ 'GET statements': STATEMENT }) },
  {
    path: '/studio/statements',
    name: 'by month',
    before: sending({ 'GET statements': STATEMENT }),
    open: async (page) => {
      await main(page).locator('select').selectOption('month');
      await expect(main(page).getByRole('cell', { name: 'The Beach' }).first()).toBeVisible();
    },
  },
  {
    path: '/studio/statements',
    name: 'of nothing',
    before: sending({ 'GET statements': EMPTY_STATEMENT }),
  },
  {
    path: '/studio/statements',
    name: 'with the last month first',
    before: sending({ 'GET statements': EMPTY_STATEMENT }),
    open: async (page) => {
      await main(page).locator('input[type="month"]').first().fill('2099-01');
      await expect(main(page).getByRole('alert')).toBeVisible();
    },
  },
  { path: '/studio/statements', name: 'that cannot be had', before: failing({ 'GET statements': 404 }) },
];

for (const [what, screens] of [
  ['the members', PEOPLE],
  ['the statements', STATEMENTS],
] as const) {
  test(`no text of ${what} is cut, covered or left in English, in Arabic, German and longer words (LANG-5, LANG-15)`, async ({
    page,
  }) => {
    test.slow();
    await walkStudio(page, studio, screens);
  });
}
