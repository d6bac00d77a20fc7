// The tests that are slow and rarely break. `npm test` leaves them out, `npm run test:all` runs them. This is the only list.

/** Files of Vitest, and folders, whose names end with a slash. */
export const SLOW_UNIT = [
  'test/contract/broken/',
  'test/contract/provider.test.ts',
  'test/core/',
  'test/server/admin.test.ts',
  'test/server/backup/',
  'test/server/billing/',
  'test/server/db/',
  'test/server/demo/',
  'test/server/feeds/feeds.test.ts',
  'test/server/library/bad-input.test.ts',
  'test/server/library/full-disk.test.ts',
  'test/server/library/import.test.ts',
  'test/server/pool/burst.test.ts',
  'test/server/pool/lockout.test.ts',
  'test/server/pool/openid.test.ts',
  'test/server/pool/other-clients.test.ts',
  'test/server/postgres/',
  'test/server/private-feeds/podcast-clients.test.ts',
  'test/server/store/several-processes.test.ts',
  'test/server/watch/',
  'test/simulation/',
  'test/tools/',
];

/** Files and folders of Playwright, without the folder `e2e/`. */
export const SLOW_BROWSER = [
  'account/account-page.spec.ts',
  'app/accessibility.spec.ts',
  'app/contracts.spec.ts',
  'app/deployment.spec.ts',
  'app/emitted.spec.ts',
  'app/harness.spec.ts',
  'app/licences.spec.ts',
  'app/memory.spec.ts',
  'app/older-browsers.spec.ts',
  'app/quiet.spec.ts',
  'app/screens.spec.ts',
  'app/storage.spec.ts',
  'app/storm.spec.ts',
  'catalogue/carousel.spec.ts',
  'catalogue/first-page.spec.ts',
  'catalogue/shelf.spec.ts',
  'catalogue/view-pdf.spec.ts',
  'entitlement/paying',
  'entitlement/roles.spec.ts',
  'playback/download-faults.spec.ts',
  'playback/downloaded-sound.spec.ts',
  'playback/downloads.spec.ts',
  'playback/journal.spec.ts',
  'playback/own-library.spec.ts',
  'playback/parts-of-files.spec.ts',
  'playback/podcasts.spec.ts',
  'playback/transcript.spec.ts',
  'playback/up-next.spec.ts',
  'services/',
  'session/hosted-login.spec.ts',
  'studio/arrange.spec.ts',
  'studio/hostile.spec.ts',
  'studio/people.spec.ts',
  'studio/uploads.spec.ts',
];

/**
 * An expression for Playwright's `--grep`, which compares it with the file and the title of a test.
 *
 * @param {readonly string[]} files
 */
export const expressionOf = (files) => files.map((file) => file.replaceAll('.', String.raw`\.`)).join('|');
