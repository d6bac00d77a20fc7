// The tests that are slow and rarely break. `npm test` leaves them out, `npm run test:all` runs them. This is the only list.

/** Files of Vitest, and folders, whose names end with a slash. */
export const SLOW_UNIT = [
  'conformance/test/',
  'core/test/',
  'proofs/',
  'studio/test/contract/',
  'test/contract/broken/',
  'test/contract/provider.test.ts',
  'server/test/admin.test.ts',
  'server/test/backup/',
  'server/test/billing/',
  'server/test/db/',
  'server/test/demo/',
  'server/test/feeds/feeds.test.ts',
  'server/test/library/bad-input.test.ts',
  'server/test/library/full-disk.test.ts',
  'server/test/library/import.test.ts',
  'server/test/pool/burst.test.ts',
  'server/test/pool/lockout.test.ts',
  'server/test/pool/openid.test.ts',
  'server/test/pool/other-clients.test.ts',
  'server/test/postgres/',
  'server/test/private-feeds/podcast-clients.test.ts',
  'server/test/store/several-processes.test.ts',
  'server/test/watch/',
  'test/tools/commands.test.ts',
  'test/tools/explain.test.ts',
  'test/tools/newer-node.test.ts',
  'test/tools/npm-start.test.ts',
  'test/tools/outdated.test.ts',
  'test/tools/release.test.ts',
];

/** Files and folders of Playwright, without the folders `e2e/` and `proofs/`. */
export const SLOW_BROWSER = [
  'account/account-page.spec.ts',
  'app/accessibility.spec.ts',
  'app/contracts.spec.ts',
  'app/deployment.spec.ts',
  'app/emitted.spec.ts',
  'app/harness.spec.ts',
  'app/layout',
  'app/licences.spec.ts',
  'app/memory.spec.ts',
  'app/mirrored.spec.ts',
  'app/older-browsers.spec.ts',
  'app/quiet.spec.ts',
  'app/screens.spec.ts',
  'app/storage.spec.ts',
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
  'storm/storm.spec.ts',
  'studio/arrange.spec.ts',
  'studio/hostile.spec.ts',
  'studio/people.spec.ts',
  'studio/uploads.spec.ts',
];

/** What is run by hand, before a release and when a language is added: it looks at every screen (CONTRIBUTING.md). */
export const BY_HAND_BROWSER = ['walk/'];

/** The journeys that `npm run test:all` runs in Arabic as well. Together they go through most of the app. */
export const MIRRORED_BROWSER = [
  'journey.spec.ts',
  'app/budgets.spec.ts',
  'app/smoke.spec.ts',
  'playback/player-controls.spec.ts',
];

/**
 * An expression for Playwright's `--grep`, which compares it with the file and the title of a test.
 *
 * @param {readonly string[]} files
 */
export const expressionOf = (files) => files.map((file) => file.replaceAll('.', String.raw`\.`)).join('|');
