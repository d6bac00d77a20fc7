import { describe, expect, test } from 'vitest';
import { bundleClient } from './bundle.ts';
import { KEPT_STORIES } from './kept-stories.ts';
import { live } from './live.ts';
import { compileClient } from './model/page.ts';
import { tell } from './habits.ts';

/** Milliseconds. The test builds the client, which takes two seconds, and many times as long on a busy machine. */
const ENOUGH = 300_000;

const client = compileClient(await bundleClient());

describe.each(KEPT_STORIES)('$title', ({ story, rule, before }) => {
  test.each(['vendor', 'webcrypto'] as const)(
    'breaks no rule with the sign-in client %s (SES-145)',
    { timeout: ENOUGH },
    async (signIn) => {
      const { problem } = await live(story, client, signIn);
      expect(problem, tell(story)).toBeNull();
    },
  );

  test('broke a rule before', { timeout: ENOUGH }, async () => {
    const { problem } = await live(story, compileClient(await bundleClient(before)));
    expect(problem?.rule).toBe(rule);
  });
});
