import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Found, textsIn } from './texts.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The folders whose texts people may read. */
const FOLDERS = ['src', 'components', 'studio', 'server'];

const isCode = (path: string): boolean =>
  /\.tsx?$/u.test(path) && !/\/(?:test|node_modules)\/|\.d\.ts$|\.config\.ts$/u.test(path);

/** The paths of the code that may hold texts, relative to the project. */
export const codeWithTexts = (): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name.replaceAll('\\', '/')),
    ),
  )
    .filter(isCode)
    .toSorted();

/** Listeners do not read these. */
const WITHOUT_TEXTS = [
  // Names of interfaces, and what runs beside the page.
  'src/ports/',
  'src/service-worker/',
  // Doubles for tests. They say what the real adapters say, so the catalogues have their texts.
  'src/adapters/memory/',
  'studio/src/adapters/memory/',
  // Names of analytics, and a command that explains a decision to developers.
  'src/domain/analytics.ts',
  'src/domain/entitlement/explain.ts',
  // Tells who hosts the app which field of the configuration is wrong.
  'src/composition/configuration/configuration.ts',
];

/**
 * The provider speaks English to programs, operators and the studio, which recognises its sentences. Only these files speak to the
 * people who listen.
 */
const SPEAKING_SERVER = [
  'server/billing/pages/demo-pages.ts',
  'server/billing/pages/page-texts.ts',
  'server/billing/pages/purchase-pages.ts',
  'server/billing/pages/routes.ts',
  'server/mail/messages.ts',
  'server/pool/hosted/issuer-pages.ts',
  'server/pool/hosted/pages.ts',
  'server/pool/hosted/routes.ts',
  'server/pool/hosted/sign-in.ts',
  'server/pool/hosted/words.ts',
  'server/pool/issuers/errors.ts',
  'server/private-feeds/notices.ts',
];

/** True if people read the texts of the file. */
const hasTexts = (path: string): boolean =>
  !WITHOUT_TEXTS.some((each) => path.startsWith(each)) &&
  (!path.startsWith('server/') || SPEAKING_SERVER.some((each) => path.startsWith(each)));

/** The texts of all code. What no call marks counts only in files with texts for people. */
export function textsOfCode(): Found {
  const found = codeWithTexts().map((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const { unmarked, ...rest } = textsIn(path, source);
    return { ...rest, unmarked: hasTexts(path) ? unmarked : [] };
  });
  return {
    texts: found.flatMap(({ texts }) => texts),
    unmarked: found.flatMap(({ unmarked }) => unmarked),
    glued: found.flatMap(({ glued }) => glued),
  };
}
