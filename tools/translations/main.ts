import {
  entriesOf,
  renewCatalogues,
  translatedLanguages,
} from 'audio-streaming-translations/build/catalogues';
import { readArguments } from '../../scripts/lib/arguments.mjs';
import { faultsIn } from './check.ts';
import { textsOfCode } from './code.ts';

const HELP = `npm run translations -- [--write] [LANGUAGE …]
Compares the files in translations/ with the texts of the code. It names what is missing, unused, unreadable or longer than its
gap. --write first renews the files.`;

const { values, positionals } = readArguments(HELP, {
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});
tell();

function tell(): void {
  const { texts, unmarked, glued } = textsOfCode();
  if (values.write === true)
    for (const each of renewCatalogues(texts)) console.log(`translations/${each}.po is renewed.`);
  const languages = translatedLanguages().filter(
    (each) => positionals.length === 0 || positionals.includes(each),
  );
  let faults = 0;
  for (const language of languages) {
    const entries = entriesOf(language);
    const found = faultsIn(language, entries, texts);
    console.log(
      `${language}: ${entries.length} texts, ${found.length === 0 ? 'complete' : `${found.length} to do`}`,
    );
    for (const { kind, text, what } of found) console.log(`  ${kind}: “${text}” ${what}`);
    faults += found.length;
  }
  for (const { path, line, what } of unmarked) console.log(`${path}:${line}: not in the catalogue: ${what}`);
  for (const { path, line, what } of glued)
    console.log(`${path}:${line}: made of parts, so nobody can translate it: ${what}`);
  if (faults + unmarked.length + glued.length > 0 || languages.length === 0) process.exitCode = 1;
}
