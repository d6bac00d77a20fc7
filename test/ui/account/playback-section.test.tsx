import { expect, test } from 'vitest';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { SUBSCRIBER } from '../../application/titles.ts';
import { region } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

test('the setting of the headset buttons is chosen, also where the browser stores nothing (PLAY-100)', async () => {
  const { user, app } = await renderScreen('/account', { listener: SUBSCRIBER });
  const choice = (await region('Playback')).getByRole('combobox', { name: 'Headset buttons' });
  app.store.isBlocked = true;
  expect(choice).toHaveDisplayValue('Skip and rewind 15 seconds');
  await user.selectOptions(choice, 'Change tracks');
  expect(choice).toHaveDisplayValue('Change tracks');
  expect(app.get(PlaybackSettingsState).headsetButtons).toBe('tracks');
});
