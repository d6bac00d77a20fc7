import { decidePlay } from 'audio-streaming-core/domain';
import { anEntitlement, anInstant, aUser, law } from 'audio-streaming-core/testing';
import { expect } from 'vitest';
import { mayLend } from './lending.js';

law('whoever lends a title may play it', [aUser(), anEntitlement(), anInstant()], (user, item, now) => {
  if (mayLend(user, item, now)) expect(decidePlay(user, item, now).kind).toBe('play');
});
