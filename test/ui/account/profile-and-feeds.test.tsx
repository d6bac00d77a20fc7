import { screen, waitFor, within } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH } from 'audio-streaming-translations/languages';
import { setTranslation, t } from 'audio-streaming-translations/translate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NOBODY } from '../../../src/domain/account/user.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { aBookmarkOf } from '../../application/stored-positions.ts';
import { SUBSCRIBER } from '../../application/titles.ts';
import { EMAIL, PASSWORD } from '../../harness.ts';
import { renderScreen, type ScreenOptions, dialog, region } from '../render-screen.tsx';
import { SKIP_STEP } from '../../../src/domain/playback/player.ts';
import { contentId, ContentType, seriesId } from '../../../src/domain/catalogue/content.ts';
import { feedId, type PrivateFeed } from '../../../src/domain/feeds/private-feed.ts';
import { instant } from '../../../src/domain/time.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';

const atAccount = async (before: ScreenOptions['before'] = () => undefined) => {
  const rendered = await renderScreen('/account', { listener: SUBSCRIBER, before });
  return { ...rendered, profile: await region('Profile') };
};

describe('the name', () => {
  const opened = async () => {
    const rendered = await atAccount();
    await rendered.user.click(rendered.profile.getByRole('button', { name: 'Change name' }));
    const field = rendered.profile.getByRole('textbox', { name: 'New name' });
    await rendered.user.clear(field);
    return { ...rendered, field };
  };

  test('is changed at once, also in the header', async () => {
    const { user, app, profile, field } = await opened();
    expect(field).toHaveFocus();
    await user.type(field, 'Augusta King');
    await user.click(profile.getByRole('button', { name: 'Save name' }));
    expect(await profile.findByText('Your name is changed.')).toBeVisible();
    expect(profile.getByText('Augusta King')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Hi, Augusta' })).toBeVisible();
    expect(app.api.content.user.name).toBe('Augusta King');
    await waitFor(() => expect(profile.getByRole('button', { name: 'Change name' })).toHaveFocus());
  });

  test('stays in the form when it could not be saved', async () => {
    const { user, app, profile, field } = await opened();
    app.api.faults.failNext('users.update', 'server');
    await user.type(field, 'Augusta King');
    await user.click(profile.getByRole('button', { name: 'Save name' }));
    expect(await profile.findByRole('alert')).toHaveTextContent(MESSAGES.saveFailed);
    expect(field).toHaveValue('Augusta King');
    expect(screen.getByRole('link', { name: 'Hi, Ada' })).toBeVisible();
  });

  test('stays the same after Cancel', async () => {
    const { user, profile, field } = await opened();
    await user.type(field, 'Augusta King');
    await user.click(profile.getByRole('button', { name: 'Cancel' }));
    expect(profile.getByText('Ada Lovelace')).toBeVisible();
    expect(profile.queryByRole('textbox')).toBeNull();
  });
});

test('a listener without a name is called by a word of the language of the page (SES-71)', async () => {
  setTranslation({ language: 'de', catalogue: catalogueOf('de', 'app').catalogue });
  onTestFinished(() => setTranslation({ language: ENGLISH, catalogue: {} }));
  await renderScreen('/account', { listener: { ...SUBSCRIBER, name: NOBODY.name } });
  const profile = await region('Profil');
  expect(profile.queryByText('Friend')).toBeNull();
  expect(profile.getByText(t('Friend'))).toBeVisible();
});

describe('the email', () => {
  const NEW = 'augusta@listener.test';

  const atCode = async () => {
    const rendered = await atAccount();
    const { user, profile } = rendered;
    await user.click(profile.getByRole('button', { name: 'Change email' }));
    await user.type(profile.getByRole('textbox', { name: 'New email' }), NEW);
    await user.click(profile.getByRole('button', { name: 'Send code' }));
    return { ...rendered, code: await profile.findByRole('textbox', { name: 'Confirmation code' }) };
  };

  test('counts once its code is confirmed', async () => {
    const { user, app, profile, code } = await atCode();
    expect(code).toHaveAccessibleDescription(`We sent a code to ${NEW}.`);
    expect(profile.getByText(EMAIL)).toBeVisible();
    await user.type(code, app.pool.codeFor(NEW) ?? '');
    await user.click(profile.getByRole('button', { name: 'Confirm' }));
    expect(await profile.findByText('Your email is changed.')).toBeVisible();
    expect(profile.getByText(NEW)).toBeVisible();
    expect(app.pool.account(NEW)).not.toBeNull();
    expect(app.api.content.user.email).toBe(NEW);
  });
});

describe('the deletion of the account', () => {
  const opened = async () => {
    const rendered = await atAccount();
    await rendered.user.click(screen.getByRole('button', { name: 'Delete account' }));
    return { ...rendered, question: await dialog('Delete your account?') };
  };

  test('needs the word that confirms it (ACC-37)', async () => {
    const { user, app, question } = await opened();
    await user.click(question.getByRole('button', { name: 'Delete for good' }));
    expect(await question.findByRole('alert')).toHaveTextContent('Type delete to go on');
    expect(app.pool.account(EMAIL)).not.toBeNull();
  });

  test('removes the account and leads to the sign-in', async () => {
    const { user, app, question } = await opened();
    await user.type(question.getByRole('textbox'), 'delete');
    await user.click(question.getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(app.pool.account(EMAIL)).toBeNull();
    expect(app.auth.hasSession()).toBe(false);
  });

  test('does nothing after Cancel', async () => {
    const { user, app, question } = await opened();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.pool.account(EMAIL)).not.toBeNull();
  });

  test('says that the service cannot be reached', async () => {
    const { user, app, question } = await opened();
    app.pool.isUnreachable = true;
    await user.type(question.getByRole('textbox'), 'delete');
    await user.click(question.getByRole('button', { name: 'Delete for good' }));
    expect(await question.findByRole('alert')).toHaveTextContent('Network Error');
    app.pool.isUnreachable = false;
    expect(app.pool.account(EMAIL)?.password).toBe(PASSWORD);
  });
});

test('all data are downloaded as a file; a failure shows a message (SES-93)', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:file';
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, app } = await renderScreen('/account', {
    listener: { ...SUBSCRIBER, canExport: true },
    before: ({ api }) => {
      api.content.user = { ...api.content.user, canExport: true };
    },
  });
  await app.bookmarks.save(SUBSCRIBER.id, aBookmarkOf({ note: 'The sentence at its second.' }));
  const section = await region('Your data');
  app.api.faults.failNext('users.exportData', { kind: 'unreachable' });
  await user.click(section.getByRole('button', { name: 'Download my data' }));
  expect(await section.findByRole('alert')).toHaveTextContent('Your data could not be downloaded.');
  expect(files).toEqual([]);
  await user.click(section.getByRole('button', { name: 'Download my data' }));
  expect(await section.findByText('The file my-data.json is in your downloads.')).toBeVisible();
  expect(section.queryByRole('alert')).toBeNull();
  expect(clicked).toHaveBeenCalledOnce();
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({
    account: { email: app.api.content.user.email },
    bookmarks_in_the_app: [{ note: 'The sentence at its second.' }],
  });
});

test('a provider that offers no export has no button for it', async () => {
  await renderScreen('/account', { listener: SUBSCRIBER });
  await region('Delete account');
  expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull();
});

test('the setting of the headset buttons is chosen, also where the browser stores nothing (PLAY-100)', async () => {
  const { user, app } = await renderScreen('/account', { listener: SUBSCRIBER });
  const choice = (await region('Playback')).getByRole('combobox', { name: 'Headset buttons' });
  app.store.isBlocked = true;
  expect(choice).toHaveDisplayValue(`Skip and rewind ${SKIP_STEP} seconds`);
  await user.selectOptions(choice, 'Change tracks');
  expect(choice).toHaveDisplayValue('Change tracks');
  expect(app.get(PlaybackSettingsState).headsetButtons).toBe('tracks');
});

const CAR: PrivateFeed = {
  id: feedId('one'),
  kind: 'item',
  name: 'car',
  title: 'Tides',
  createdAt: instant(Date.parse('2026-03-02T12:00:00Z')),
  lastUsedAt: instant(Date.parse('2026-03-05T12:00:00Z')),
  lastApp: 'Overcast',
  isPaused: true,
};

const withFeeds = async (feeds: readonly PrivateFeed[] = []) =>
  renderScreen('/account', {
    listener: SUBSCRIBER,
    startAt: instant(Date.parse('2026-03-06T12:00:00Z')),
    before: (app) => {
      app.feeds.isOffered = true;
      app.feeds.feeds = feeds;
    },
  });

describe('the addresses on the account page', () => {
  test('say what they hold, when and by which app they were used, and that one is paused (FEED-64)', async () => {
    await withFeeds([CAR]);
    const section = await region('Listen in other apps');
    expect(await section.findByRole('heading', { name: 'car' })).toBeVisible();
    expect(section.getByText('Tides')).toBeVisible();
    expect(section.getByText('Paused')).toBeVisible();
    expect(section.getByText('Made on 2 March. Last used on 5 March by Overcast.')).toBeVisible();
  });

  test('are made for all that was saved, and the address is shown once (FEED-62)', async () => {
    const { user, app } = await withFeeds();
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Make an address' }));
    const making = await dialog('Listen in another app');
    await user.click(making.getByRole('button', { name: 'Make address' }));
    await waitFor(() =>
      expect(making.getByLabelText('Name')).toHaveAccessibleDescription(/Name cannot be empty/),
    );
    await user.type(making.getByLabelText('Name'), 'watch');
    await user.click(making.getByRole('button', { name: 'Make address' }));
    expect(await making.findByText('https://provider.invalid/feeds/secret-1')).toBeVisible();
    expect(making.getByRole('link', { name: 'Overcast' })).toHaveAttribute(
      'href',
      'overcast://x-callback-url/add?url=https%3A%2F%2Fprovider.invalid%2Ffeeds%2Fsecret-1',
    );
    expect(making.getByText(/like a password/)).toHaveFocus();
    await user.click(making.getByRole('button', { name: 'Copy address' }));
    expect(await making.findByText('Address copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toContain('secret-1');
    // A page without encryption has no clipboard.
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await user.click(making.getByRole('button', { name: 'Copy address' }));
    expect(await making.findByText('Select the address and copy it yourself.')).toBeVisible();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await user.click(making.getByRole('button', { name: 'Done' }));
    expect(await section.findByRole('heading', { name: 'watch' })).toBeVisible();
    expect(screen.queryByText(/secret-1/)).toBeNull();
    expect(app.feeds.feeds).toMatchObject([{ kind: 'saved', name: 'watch' }]);
    expect(JSON.stringify(app.analytics)).not.toContain('secret-1');
  });

  test('have different names (FEED-66)', async () => {
    const { user, app } = await withFeeds([CAR]);
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Make an address' }));
    const making = await dialog('Listen in another app');
    await user.type(making.getByLabelText('Name'), ' CAR {Enter}');
    await waitFor(() =>
      expect(making.getByLabelText('Name')).toHaveAccessibleDescription(/You have an address “CAR” already/u),
    );
    expect(app.feeds.feeds).toHaveLength(1);
  });

  test.each([
    ['made', 'Make an address', 'Listen in another app', 'van{Enter}'],
    ['renewed', 'Renew car', 'Renew “car”?', null],
  ])(
    'an address that was %s is not lost by one attempt to close it (FEED-67)',
    async (_, opener, title, name) => {
      const { user } = await withFeeds([CAR]);
      const section = await region('Listen in other apps');
      await user.click(await section.findByRole('button', { name: opener }));
      const modal = await dialog(title);
      if (name === null) await user.click(modal.getByRole('button', { name: 'Renew address' }));
      else await user.type(modal.getByLabelText('Name'), name);
      expect(await modal.findByText(/secret-1$/u)).toBeVisible();
      const element = screen.getByRole('dialog', { name: title });
      element.dispatchEvent(new Event('cancel', { cancelable: true }));
      expect(await modal.findByRole('alert')).toHaveTextContent('it is not shown again');
      expect(modal.getByText(/secret-1$/u)).toBeVisible();
      await user.click(modal.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    },
  );

  test('an address that was copied closes at once (FEED-67)', async () => {
    const { user } = await withFeeds();
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Make an address' }));
    const making = await dialog('Listen in another app');
    await user.type(making.getByLabelText('Name'), 'van{Enter}');
    await user.click(await making.findByRole('button', { name: 'Copy address' }));
    await making.findByText('Address copied');
    await user.click(making.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('are renamed, and keep the address (FEED-68)', async () => {
    const { user, app } = await withFeeds([CAR]);
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Rename car' }));
    const renaming = await dialog('Rename “car”');
    const name = renaming.getByLabelText('Name');
    expect(name).toHaveValue('car');
    await user.clear(name);
    await user.type(name, 'van{Enter}');
    expect(await section.findByRole('heading', { name: 'van' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.feeds.feeds).toMatchObject([{ id: CAR.id, name: 'van' }]);
  });

  test('are renewed and revoked after a question (FEED-64)', async () => {
    const { user, app } = await withFeeds([CAR]);
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Renew car' }));
    const renewing = await dialog('Renew “car”?');
    await user.click(renewing.getByRole('button', { name: 'Renew address' }));
    expect(await renewing.findByText(/secret-1$/)).toBeVisible();
    await user.click(renewing.getByRole('button', { name: 'Done' }));
    expect(section.queryByText('Paused')).toBeNull();

    await user.click(section.getByRole('button', { name: 'Revoke car' }));
    const revoking = await dialog('Revoke “car”?');
    app.feeds.failure = 'rate-limited';
    await user.click(revoking.getByRole('button', { name: 'Revoke address' }));
    expect(await revoking.findByRole('alert')).toHaveTextContent('wait a minute');
    app.feeds.failure = null;
    await user.click(revoking.getByRole('button', { name: 'Revoke address' }));
    await waitFor(() => expect(section.queryByRole('heading', { name: 'car' })).toBeNull());
    await waitFor(() => expect(section.getByRole('button', { name: 'Make an address' })).toHaveFocus());
  });

  test('can be loaded again after a failure', async () => {
    const { user, app } = await renderScreen('/account', {
      listener: SUBSCRIBER,
      before: ({ feeds }) => {
        feeds.isOffered = true;
        feeds.failure = 'unreachable';
      },
    });
    const section = await region('Listen in other apps');
    expect(section.getByRole('alert')).toHaveTextContent('offline');
    app.feeds.failure = null;
    await user.click(section.getByRole('button', { name: 'Retry' }));
    expect(await section.findByText('You have none yet.')).toBeVisible();
  });
});

describe('a title or a series', () => {
  const BOOK = { ...PLAIN_ITEM, id: contentId('book'), title: 'Tides', type: ContentType.AUDIOBOOK };
  const COLLECTION = { ...BOOK, id: contentId('calm'), type: ContentType.CURATED_COLLECTION };

  const TIDES = { id: seriesId('tides'), name: 'Tides', imageUrl: null };

  test.each([
    ['item', '/audios/book'],
    ['collection', '/audios/calm'],
    ['series', '/series/tides'],
  ] as const)('makes an address of its own: %s (FEED-62)', async (kind, page) => {
    const { user, app } = await renderScreen(page, {
      listener: SUBSCRIBER,
      items: [BOOK, COLLECTION],
      series: [TIDES],
      before: ({ feeds }) => {
        feeds.isOffered = true;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Listen elsewhere' }));
    const making = await dialog('Listen in another app');
    await user.type(making.getByLabelText('Name'), 'car{Enter}');
    expect(await making.findByText(/secret-1$/)).toBeVisible();
    expect(app.feeds.feeds).toMatchObject([{ kind, name: 'car' }]);
  });

  test('shows nothing of it if the provider has none (FEED-60)', async () => {
    const { app } = await renderScreen(`/audios/${BOOK.id}`, { listener: SUBSCRIBER, items: [BOOK] });
    await screen.findByRole('heading', { level: 1, name: 'Tides' });
    await waitFor(() => expect(app.feeds.lists).toBe(1));
    expect(within(document.body).queryByRole('button', { name: 'Listen elsewhere' })).toBeNull();
  });
});

describe('the studio', () => {
  const OWNER = { ...SUBSCRIBER, studio: 'https://provider.invalid/studio' };
  const BOOK = { ...PLAIN_ITEM, id: contentId('a/b'), title: 'Tides', type: ContentType.AUDIOBOOK };
  const open = async (path: string, listener: typeof SUBSCRIBER) =>
    renderScreen(path, {
      listener,
      items: [BOOK],
      before: ({ api }) => {
        api.content.user = listener;
      },
    });

  test('is a link of the account page for those who may use it (STU-56)', async () => {
    await open('/account', OWNER);
    const section = await region('Studio');
    expect(section.getByRole('link', { name: 'Open the studio' })).toHaveAttribute('href', OWNER.studio);
  });

  test('has a link from each title (STU-56)', async () => {
    await open('/audios/a%2Fb', OWNER);
    expect(await screen.findByRole('link', { name: 'Edit Tides' })).toHaveAttribute(
      'href',
      `${OWNER.studio}/titles/a%2Fb`,
    );
  });

  test('is not named to others (STU-56)', async () => {
    await open('/audios/a%2Fb', SUBSCRIBER);
    await screen.findByRole('heading', { level: 1, name: 'Tides' });
    expect(screen.queryByRole('link', { name: /^Edit/u })).toBeNull();
  });
});
