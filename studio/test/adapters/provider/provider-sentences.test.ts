import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from '../../../src/adapters/provider/recognise.ts';
import { IMPORT_SENTENCES } from '../../../src/adapters/provider/import-sentences.ts';
import { SENTENCES } from '../../../src/adapters/provider/sentences.ts';
import { textsIn } from '../../../../tools/translations/texts.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** The code whose sentences the studio shows. */
const SPEAKING = [
  'server/studio/**/*.ts',
  'server/members/manage-members.ts',
  'server/billing/grants.ts',
  'server/private-feeds/feeds.ts',
  'server/feeds/**/*.ts',
  'server/library/**/*.ts',
  'server/http/validation.ts',
  'transcripts/*.ts',
  'wire/*.ts',
];

/** What the code says to others: in a log, on the command line, to podcast apps, or where the studio has words of its own. */
const NOT_SHOWN = new Set([
  '. It was interrupted; import again to continue.',
  'A sentence',
  'Explicit.',
  'Only owners may see and change this.',
  'Something went wrong on the server.',
  'The host of this episode does not send it now.',
  'The host of this episode sends another file now. Ask for a new address.',
  'The studio is for publishers and owners.',
  // The next test compares its whole sentences.
  'There is no such ….',
  'With ….',
  '… is a member already, and keeps the password. Change role and plan by "member role" and "member plan".',
  // A part of a longer sentence.
  'after the end of the sound: left out',
  'another process stores … now',
]);

/** Parts of one sentence that stands on several lines, or is made of parts: the whole one. */
const WHOLE: Readonly<Record<string, string>> = {
  '… before the first time: left out.': '7 lines before the first time: left out.',
  '… Is it the text of another title?':
    '7 sentences after the end of the sound: left out. Is it the text of another title?',
  '… cannot be read, because the document is broken there.':
    '7 entries cannot be read, because the document is broken there.',
  'Not listed, because players cannot play the file: “…”….':
    'Not listed, because players cannot play the file: “x” and 7 other entries.',
  '"npm run admin -- import --accept-missing …" hides them now.':
    'The files of 7 of 8 titles are gone. The titles stay in the catalogue, because a disk may not be mounted. Mount it again. If the files are gone for good, an import after 2027-01-01 08:00 UTC hides the titles, and "npm run admin -- import --accept-missing x" hides them now.',
};

/** The whole sentences of a line of code. */
function sentencesOf(path: string, what: string): readonly string[] {
  const isSentence = /[.!?]$/u.test(what);
  if (NOT_SHOWN.has(what)) return [];
  if (WHOLE[what] !== undefined) return [WHOLE[what]];
  const words = what.replaceAll('…', 'seven').trim();
  if (isSentence) return [words];
  if (/^(?:wire|server\/studio)\//u.test(path) && /^(?:must|is not known|names) ?/u.test(words))
    return [`name ${words}.`];
  if (
    path.startsWith('transcripts/') &&
    /: (?:left out|shown once|sorted|cut|it ends at the next one)$/u.test(what)
  )
    return [`A sentence ${words}.`, `7 sentences ${words}.`];
  if (/^server\/library\/(?:folders|import|read|cover-reader)/u.test(path) && REASON.test(what)) {
    const reason = words.replace(/; seven$/u, '; convert it to AAC, MP3, Opus or FLAC');
    return [reason.replace(/^seven browsers/u, 'most browsers'), `${reason}; what was read before is used`];
  }
  return [];
}

/** How the reasons of an import begin. */
const REASON =
  /^(?:(?:it|its|no|reading|some browsers|most browsers|browsers|… browsers|the (?:disk|folder|folders|library|provider)) (?!.*\|)\S|The text in it)/u;

test('each sentence of the provider that the studio shows can be translated (LANG-14)', () => {
  const said = SPEAKING.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).flatMap((path) =>
    textsIn(path, readFileSync(join(ROOT, path), 'utf8')).unmarked.flatMap(({ what }) =>
      sentencesOf(path.replaceAll('\\', '/'), what),
    ),
  );
  // A check that reads nothing would pass.
  expect(said.length).toBeGreaterThan(200);
  // A sentence without gaps is recognised as itself.
  const known = new Set([...SENTENCES, ...IMPORT_SENTENCES]);
  expect(said.filter((each) => recognise(each) === each && !known.has(each))).toEqual([]);
});

test('each thing of the studio that may be missing has a whole sentence (LANG-14)', () => {
  const named = globSync('server/studio/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bnotFound\((?:'(?<what>[a-z]+)')?/gu)].map(
      ({ groups }) => `There is no such ${groups?.['what'] ?? '…'}.`,
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((each) => !SENTENCES.includes(each))).toEqual([]);
});
