import {
  addCatalogue,
  entriesOf,
  renewCatalogues,
  translatedLanguages,
} from 'audio-streaming-translations/build/catalogues';
import { readArguments, refuse } from '../../scripts/lib/arguments.mjs';
import { type Fault, faultsIn } from './check.ts';
import { textsOfCode } from './code.ts';

const HELP = `npm run translations -- [--write] [--new LANGUAGE] [LANGUAGE …]
Compares the files in translations/ with the texts of the code. It names what is missing, unused, unreadable or longer than its
room. --write first renews the files. --new makes the file of a new language, named by its tag, for example it.`;

/** A new language misses each text. So many are named. */
const MOST_MISSING = 10;

const { values, positionals } = readArguments(HELP, {
  options: { write: { type: 'boolean' }, new: { type: 'string' } },
  allowPositionals: true,
});
tell();

function tell(): void {
  const { texts, unmarked, glued } = textsOfCode();
  const { new: added, write } = values;
  if (added !== undefined) {
    if (!isTag(added)) refuse(`--new is the tag of a language, for example it, not "${added}".`, HELP);
    if (!addCatalogue(added, texts)) refuse(`translations/${added}.po is there already.`, HELP);
    console.log(`translations/${added}.po is new.`);
  }
  if (write === true)
    for (const each of renewCatalogues(texts)) console.log(`translations/${each}.po is renewed.`);
  const asked = added === undefined ? positionals : [added, ...positionals];
  const languages = translatedLanguages().filter((each) => asked.length === 0 || asked.includes(each));
  let faults = 0;
  for (const language of languages) {
    const entries = entriesOf(language);
    const found = faultsIn(language, entries, texts);
    console.log(
      `${language}: ${entries.length} texts, ${found.length === 0 ? 'complete' : `${found.length} to do`}`,
    );
    tellOf(found);
    faults += found.length;
  }
  for (const { path, line, what } of unmarked) console.log(`${path}:${line}: not in the catalogue: ${what}`);
  for (const { path, line, what } of glued)
    console.log(`${path}:${line}: made of parts, so nobody can translate it: ${what}`);
  if (faults + unmarked.length + glued.length > 0 || languages.length === 0) process.exitCode = 1;
}

/** What is wrong comes before what is missing. */
function tellOf(faults: readonly Fault[]): void {
  const { missing = [], wrong = [] } = Object.groupBy(faults, ({ kind }) =>
    kind === 'missing' ? 'missing' : 'wrong',
  );
  for (const { kind, text, what } of [...wrong, ...missing.slice(0, MOST_MISSING)])
    console.log(`  ${kind}: “${text}” ${what}`);
  if (missing.length > MOST_MISSING) console.log(`  missing: ${missing.length - MOST_MISSING} more`);
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text)[0] === text;
  } catch {
    return false;
  }
}
