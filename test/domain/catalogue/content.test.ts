import { describe, expect, test } from 'vitest';
import { authorId, categoryId, contentId, topicId } from '../../../src/domain/catalogue/content.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { aText } from '../../arbitraries/text.ts';
import { law } from '../laws.ts';

describe('ids', () => {
  law('an id is its text, whatever it identifies', [aText()], (text) => {
    for (const id of [contentId, authorId, topicId, categoryId, trackId, userId]) expect(id(text)).toBe(text);
  });

  test('an empty id stays empty', () => {
    expect(contentId('')).toBe('');
  });
});
