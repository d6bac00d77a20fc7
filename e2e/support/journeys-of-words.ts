import { relative } from 'node:path';
import type { TestInfo } from '@playwright/test';

/** The journeys that depend on English words, with the reason: files, or titles, each by how it begins. */
const JOURNEYS: readonly (readonly [path: string, title: string, reason: string])[] = [
  ['app/languages.spec.ts', '', 'it chooses its languages itself'],
  ['app/service-worker.spec.ts', 'has the language noted', 'it chooses its languages itself'],
  ['session/hosted-login.spec.ts', 'a listener chooses German', 'it chooses its languages itself'],
  [
    'catalogue/first-page.spec.ts',
    'a link of the skeleton',
    'the skeleton has words in English alone (LANG-2)',
  ],
  ['catalogue/first-page.spec.ts', 'a visitor sees', 'the skeleton has words in English alone (LANG-2)'],
  ['app/harness.spec.ts', '', 'the application on doubles speaks English alone'],
  ['app/accessibility.spec.ts', 'the offer keeps', 'it reads prices as English writes them'],
];

/** Why a journey runs in English alone; undefined if it runs in every language. */
export function reasonToSkip({ file, title, project }: TestInfo): string | undefined {
  const path = relative(project.testDir, file).replaceAll('\\', '/');
  return JOURNEYS.find(([ofFile, start]) => ofFile === path && title.startsWith(start))?.[2];
}
