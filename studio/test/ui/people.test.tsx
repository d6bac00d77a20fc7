import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';
import { MemoryPeopleApi } from '../../src/adapters/memory/memory-people-api.ts';
import { feedId } from '../../../src/domain/feeds/private-feed.ts';
import { memberId, type Member } from '../../src/domain/members.ts';
import type { Statement } from '../../src/domain/statements.ts';
import { instant, milliseconds } from '../../../src/domain/time.ts';
import { aTitle } from '../contract/titles.ts';
import { renderStudio } from './render-studio.tsx';

const aMember = (id: string, changes: Partial<Member> = {}): Member => ({
  id: memberId(id),
  email: `${id}@example.org`,
  name: '',
  role: 'listener',
  plan: null,
  until: null,
  state: 'active',
  addedAt: instant(0),
  ...changes,
});
const OLGA = aMember('olga', { name: 'Olga', role: 'owner', plan: 'annual' });
const LENA = aMember('lena', { name: 'Lena' });

const open = (path: string, people = new MemoryPeopleApi([OLGA, LENA, aMember('max')])) => {
  people.titles = new Map([['a', 'The Beach']]);
  const rendered = renderStudio(path, { people, titles: [aTitle('a', 'The Beach')] });
  return { ...rendered, people };
};

describe('the members (STU-30)', () => {
  test('are found by what is typed', async () => {
    const { user } = open('/studio/members');
    const region = within(await screen.findByRole('region', { name: 'Members' }));
    expect(await region.findByText('3 members')).toBeVisible();
    await user.type(region.getByRole('textbox', { name: 'Find members' }), 'LEN');
    expect(await region.findByText('1 member')).toBeVisible();
    expect(region.getByRole('link', { name: 'Lena' })).toHaveAttribute('href', '/studio/members/lena');
    expect(region.getByRole('row', { name: /lena@example\.org Listener No plan Active/u })).toBeVisible();
  });

  test.each(['members', 'statements'])(
    'are not shown to a publisher, and neither are the links: %s',
    async (page) => {
      renderStudio(`/studio/${page}`, {
        before: (api) => {
          api.person = { email: 'pia@example.org', name: 'Pia', role: 'publisher' };
        },
      });
      expect(await screen.findByText(/Only owners may see this/u)).toBeVisible();
      expect(screen.queryByRole('region', { name: 'Statements' })).toBeNull();
      const nav = within(screen.getByRole('navigation'));
      expect(nav.getByRole('link', { name: 'Subjects' })).toBeVisible();
      expect(nav.queryByRole('link', { name: 'Members' })).toBeNull();
      expect(nav.queryByRole('link', { name: 'Statements' })).toBeNull();
    },
  );

  test('are invited; a refused address says why and stays in the field (STU-31)', async () => {
    const { user } = open('/studio/members');
    const form = within(await screen.findByRole('form', { name: 'Invite a member' }));
    const email = form.getByRole('textbox', { name: 'Email' });
    await user.type(email, 'lena@example.org');
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Lena');
    await user.click(form.getByRole('button', { name: 'Invite' }));
    expect(await form.findByRole('alert')).toHaveTextContent('lena@example.org has an account already.');
    expect(email).toHaveValue('lena@example.org');
    await user.clear(email);
    await user.type(email, 'ina@example.org');
    await user.selectOptions(form.getByRole('combobox', { name: 'Plan' }), 'Annual');
    await user.click(form.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText(/ina@example\.org is invited\..*temporary password/u)).toBeVisible();
    const changes = within(screen.getByRole('table', { name: 'Changes' }));
    expect(changes.getByRole('row', { name: /Invited .*ina@example\.org olga@example\.org/u })).toBeVisible();
    expect(email).toHaveValue('');
  });

  test('without a mail server get a password that the owner passes on, once, and again if they never came (STU-71)', async () => {
    const { user } = open('/studio/members');
    const form = within(await screen.findByRole('form', { name: 'Invite a member' }));
    await user.type(form.getByRole('textbox', { name: 'Email' }), 'ina@example.org');
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Ina');
    await user.click(form.getByRole('button', { name: 'Invite' }));
    const note = within(await screen.findByRole('group', { name: 'Invitation' }));
    expect(note.getByRole('textbox', { name: 'Address' })).toHaveValue('https://listen.example/login');
    expect(note.getByRole('textbox', { name: 'Temporary password' })).toHaveValue('temporary-1');
    await user.click(note.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('group', { name: 'Invitation' })).toBeNull();
    await user.click(await screen.findByRole('link', { name: 'Ina' }));
    await user.click(await screen.findByRole('button', { name: 'Invite again' }));
    const again = within(await screen.findByRole('group', { name: 'Invitation' }));
    expect(again.getByRole('textbox', { name: 'Temporary password' })).toHaveValue('temporary-2');
  });

  test('that fail to load can be loaded again', async () => {
    const people = new MemoryPeopleApi([OLGA]);
    people.failNext('members', { kind: 'unreachable' });
    const { user } = open('/studio/members', people);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 member')).toBeVisible();
  });
});

describe('a member (STU-32)', () => {
  test('gets a plan and a title', async () => {
    const { user, people } = open('/studio/members/lena');
    const form = within(await screen.findByRole('form', { name: 'Plan' }));
    await user.selectOptions(form.getByRole('combobox', { name: 'Plan' }), 'Monthly');
    await user.click(form.getByRole('button', { name: 'Save plan' }));
    expect(await screen.findByText('The plan is saved.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Give a title' }), 'Beach');
    await user.click(await screen.findByRole('button', { name: 'Give The Beach' }));
    const titles = within(await screen.findByRole('list', { name: 'Titles of the member' }));
    expect(titles.getByText('The Beach')).toBeVisible();
    const detail = await people.member(memberId('lena'));
    expect(detail).toMatchObject({ ok: true, value: { member: { plan: 'monthly' }, titles: [{ id: 'a' }] } });
    await user.click(titles.getByRole('button', { name: 'Take back The Beach' }));
    expect(await screen.findByText('No titles were bought or given.')).toBeVisible();
  });

  test('is disabled after a question, and enabled again', async () => {
    const { user } = open('/studio/members/lena');
    await user.click(await screen.findByRole('button', { name: 'Disable account' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Disable this account?' }));
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByRole('button', { name: 'Enable account' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Enable account' }));
    expect(await screen.findByRole('button', { name: 'Disable account' })).toBeVisible();
  });

  test('who is the last owner stays, and the page says why (STU-33)', async () => {
    const { user, people } = open('/studio/members/olga');
    const form = within(await screen.findByRole('form', { name: 'Role' }));
    await user.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Listener');
    await user.click(form.getByRole('button', { name: 'Save role' }));
    expect(await screen.findByText(/The last owner cannot be removed/u)).toBeVisible();
    expect(await people.member(OLGA.id)).toMatchObject({ value: { member: { role: 'owner' } } });
  });

  test('has addresses for other apps, which an owner revokes (FEED-50)', async () => {
    const people = new MemoryPeopleApi([OLGA, LENA]);
    const car = { id: feedId('one'), kind: 'saved', name: 'car', title: null } as const;
    people.setFeeds(LENA.id, [{ ...car, lastUsedAt: null, lastApp: null, isPaused: true }]);
    const { user } = open('/studio/members/lena', people);
    const list = within(await screen.findByRole('list', { name: 'Addresses of the member' }));
    expect(list.getByRole('listitem')).toHaveTextContent('car All that was saved. Not used yet. Paused');
    await user.click(list.getByRole('button', { name: 'Revoke car' }));
    expect(await screen.findByText('No addresses for other apps.')).toBeVisible();
    expect(screen.getByText('The address is revoked.')).toBeVisible();
  });

  test('is deleted after a question, which leads back to the list', async () => {
    const { user, address } = open('/studio/members/lena');
    await user.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this account?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(address()).toBe('/studio/members'));
    expect(await screen.findByText('The account of Lena is deleted.')).toBeVisible();
  });
});

test('older changes are shown on request, without gaps and without repeating any (STU-33)', async () => {
  const people = new MemoryPeopleApi([OLGA]);
  for (let count = 0; count < 120; count += 1)
    await people.setPlan(OLGA.id, count % 2 === 0 ? 'annual' : 'monthly', null);
  const { user } = open('/studio/members', people);
  const table = await screen.findByRole('table', { name: 'Changes' });
  const rows = () => within(table).getAllByRole('row').length - 1;
  await waitFor(() => expect(rows()).toBe(50));
  // A change that is made meanwhile moves all others.
  await people.setPlan(OLGA.id, 'annual', null);
  await user.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(rows()).toBe(99));
  await user.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(rows()).toBe(120));
  expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull();
});

describe('the statements (STU-34)', () => {
  const line = (month: string, author: string, title: string, time: number) => ({
    month,
    authorId: author,
    author,
    titleId: title,
    title,
    time: milliseconds(time),
  });
  const STATEMENT: Statement = {
    lines: [
      line('2026-01', 'Ann', 'The Beach', 3_600_000),
      line('2026-02', 'Ann', 'The Beach', 60_000),
      line('2026-02', 'Bob', 'Waves', 1_000),
    ],
    refused: [{ id: 'gone', title: null, reason: 'unknown-title', reports: 2, time: milliseconds(5_000) }],
    downloads: {
      titles: [{ month: '2026-02', titleId: 'waves', title: 'Waves', downloads: 1_200 }],
      isPaid: false,
      lines: [],
    },
  };
  const openStatements = async () => {
    const people = new MemoryPeopleApi([OLGA]);
    people.storedStatement = STATEMENT;
    const rendered = open('/studio/statements', people);
    const region = within(await screen.findByRole('region', { name: 'Statements' }));
    return { ...rendered, region };
  };

  test('add up by author, title and month, and the chart says the same', async () => {
    const { user, region } = await openStatements();
    fireEvent.change(region.getByLabelText('To'), { target: { value: '2026-03' } });
    fireEvent.change(region.getByLabelText('From'), { target: { value: '2026-01' } });
    expect(await region.findByRole('row', { name: 'Ann 1:01:00' })).toBeVisible();
    expect(region.getByRole('row', { name: 'Total 1:01:01' })).toBeVisible();
    const chart = within(region.getByRole('figure', { name: 'Listened time by month' }));
    expect(chart.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Jan 20261:00:00',
      'Feb 20260:01:01',
      'Mar 20260:00:00',
    ]);
    await user.selectOptions(region.getByRole('combobox', { name: 'Show' }), 'Authors, titles and months');
    expect(region.getByRole('row', { name: 'Ann The Beach Feb 2026 0:01:00' })).toBeVisible();
    expect(region.getByRole('row', { name: 'Total 1:01:01' })).toBeVisible();
    const refused = within(screen.getByRole('region', { name: 'Not counted' }));
    expect(refused.getByRole('row', { name: 'gone There is no such title 2 0:00:05' })).toBeVisible();
  });

  test('show downloads apart, and credit authors for them only if an owner chooses so (FEED-58)', async () => {
    const { user, people } = await openStatements();
    const region = within(await screen.findByRole('region', { name: 'Downloads by other apps' }));
    expect(region.getByRole('row', { name: 'Waves Feb 2026 1,200' })).toBeVisible();
    expect(region.queryByRole('table', { name: 'Downloaded time' })).toBeNull();
    people.storedStatement = {
      ...STATEMENT,
      downloads: { ...STATEMENT.downloads, lines: [line('2026-02', 'Bob', 'Waves', 7_200_000)] },
    };
    await user.click(region.getByRole('switch', { name: 'Royalties from downloads' }));
    const paid = within(await screen.findByRole('table', { name: 'Downloaded time' }));
    expect(paid.getByRole('row', { name: 'Bob 2:00:00' })).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Royalties from downloads' })).toBeChecked();
  });

  test('are saved as CSV with the rows and columns that the table shows', async () => {
    const files: { name: string; blob: Blob }[] = [];
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) files.push({ name: '', blob });
      return 'blob:file';
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const file = files.at(-1);
      if (file !== undefined) file.name = this.download;
    });
    const { user, region } = await openStatements();
    fireEvent.change(region.getByLabelText('To'), { target: { value: '2026-03' } });
    fireEvent.change(region.getByLabelText('From'), { target: { value: '2026-01' } });
    await user.click(await region.findByRole('button', { name: 'Download as CSV' }));
    await user.selectOptions(region.getByRole('combobox', { name: 'Show' }), 'Authors and titles');
    await user.click(region.getByRole('button', { name: 'Download as CSV' }));
    made.mockRestore();
    clicked.mockRestore();
    expect(files.map(({ name }) => name)).toEqual(Array(2).fill('listened-time-2026-01-to-2026-03.csv'));
    expect(await Promise.all(files.map(({ blob }) => blob.text()))).toEqual([
      '"author","milliseconds"\r\n"Ann",3660000\r\n"Bob",1000\r\n',
      '"author","title","milliseconds"\r\n"Ann","The Beach",3660000\r\n"Bob","Waves",1000\r\n',
    ]);
  });

  test('say that they cannot be loaded', async () => {
    const people = new MemoryPeopleApi([OLGA]);
    // In the strict mode of the tests, the page asks twice.
    for (let time = 0; time < 2; time += 1) people.failNext('statement', { kind: 'malformed' });
    open('/studio/statements', people);
    expect(await screen.findByText('The answer of the provider could not be read.')).toBeVisible();
  });
});

test('the passkeys of a member are listed, with their last use (STU-72)', async () => {
  const people = new MemoryPeopleApi([OLGA, LENA]);
  people.setAccess(LENA.id, {
    passkeys: [
      { id: 'a', name: 'My phone', addedAt: instant(0), lastUsedAt: instant(86_400_000) },
      { id: 'b', name: 'A key', addedAt: instant(0), lastUsedAt: null },
    ],
  });
  open('/studio/members/lena', people);
  const passkeys = within(await screen.findByRole('list', { name: 'Passkeys of the member' }));
  expect(passkeys.getByText('My phone')).toBeVisible();
  expect(passkeys.getAllByRole('listitem')[0]).toHaveTextContent(/Passkey since .*Used /u);
  expect(passkeys.getAllByRole('listitem')[1]).toHaveTextContent(/A key Passkey since .*Not used yet/u);
});

test('the sign-ins at other providers and the sessions of a member are listed (STU-73)', async () => {
  const people = new MemoryPeopleApi([OLGA, LENA]);
  people.setAccess(LENA.id, {
    identities: [
      {
        provider: 'Example School',
        email: 'lena@school.example',
        addedAt: instant(0),
        lastUsedAt: instant(0),
      },
    ],
    sessions: [
      {
        id: 'a',
        device: 'Firefox on Linux',
        provider: 'Example School',
        signedInAt: instant(0),
        lastUsedAt: instant(0),
      },
      { id: 'b', device: 'Safari on iPhone', provider: null, signedInAt: instant(0), lastUsedAt: null },
    ],
  });
  open('/studio/members/lena', people);
  const identities = within(await screen.findByRole('list', { name: 'Other sign-ins of the member' }));
  expect(identities.getByRole('listitem')).toHaveTextContent(
    /Example School As lena@school\.example\. Since .*\. Used /u,
  );
  const sessions = within(screen.getByRole('list', { name: 'Sessions of the member' }));
  expect(sessions.getAllByRole('listitem')[0]).toHaveTextContent(
    /Firefox on Linux Signed in .* with Example School\. Used /u,
  );
  expect(sessions.getAllByRole('listitem')[1]).not.toHaveTextContent('with');
});
