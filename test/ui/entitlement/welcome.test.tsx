import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { dialog } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

test('the offer turns into a welcome, whose button plays the title', async () => {
  const { app, user } = await renderScreen('/audios/quiet-mind', {
    items: [QUIET_MIND],
    listener: FREE_LISTENER,
  });
  await user.click(await screen.findByRole('button', { name: 'Play Quiet Mind' }));
  const offer = await dialog('Unlock every audio now!');
  await user.click(offer.getByRole('link', { name: /^Annual/ }));
  app.api.content.user = SUBSCRIBER;
  void app.get(FollowMembership).returned(() => undefined);
  const welcome = await dialog('You are a member now');
  expect(screen.queryByRole('dialog', { name: 'Unlock every audio now!' })).toBeNull();
  await user.click(welcome.getByRole('button', { name: 'Play Quiet Mind' }));
  await waitFor(() => expect(app.player.isPlaying).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
});
