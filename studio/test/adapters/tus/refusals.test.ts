import { expect, test } from 'vitest';
import { refusalOf } from '../../../src/adapters/tus/refusals.ts';
import { REFUSED_BY_PROXY } from '../../../src/domain/size-limits.ts';

test.each([
  '<html><head><title>413 Request Entity Too Large</title></head></html>',
  'Request body too large',
  '{"message":"Request size limit exceeded"}',
  '',
])('an upload that a proxy refuses for its size names the proxy, and can go on (STU-70): %s', (body) => {
  expect(refusalOf(413, body)).toEqual({ message: REFUSED_BY_PROXY, isRefused: false });
  expect(REFUSED_BY_PROXY).toMatch(/proxy.*client_max_body_size/);
});

test.each([
  [
    413,
    '{"error":{"code":"refused","message":"A file may have at most 4 GB."}}',
    'A file may have at most 4 GB.',
    true,
  ],
  [415, '{"message":"No sound."}', 'No sound.', true],
  [400, 'Bad header', 'Bad header', true],
  [400, '<html>', 'The provider refused the file.', true],
  [400, '7', 'The provider refused the file.', true],
  [507, '{"error":{"message":"The disk is full."}}', 'The disk is full.', false],
])('%i of the provider is said in its words: %s', (status, body, message, isRefused) => {
  expect(refusalOf(status, body)).toEqual({ message, isRefused });
});
