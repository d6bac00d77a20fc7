import { expect, test } from 'vitest';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { InviteToApp } from '../../../src/application/messaging/invite-to-app.ts';
import { AppInvitationState } from '../../../src/application/messaging/app-invitation-state.ts';

/** The invitation as a page that is opened on `store` shows it. */
const openOn = (store: MemoryKeyValueStore) => {
  const invitation = new AppInvitationState();
  const invite = new InviteToApp(store, invitation, new MemoryLog());
  invite.restore();
  return { invitation, invite };
};

test('the invitation to the app is open at first, and later as the listener left it (MSG-31)', () => {
  const store = new MemoryKeyValueStore();
  const first = openOn(store);
  expect(first.invitation.isOpen).toBe(true);
  first.invite.close();
  expect(first.invitation.isOpen).toBe(false);

  const second = openOn(store);
  expect(second.invitation.isOpen).toBe(false);
  second.invite.open();
  expect(second.invitation.isOpen).toBe(true);
  expect(openOn(store).invitation.isOpen).toBe(true);
});
