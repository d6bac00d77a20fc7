import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { bundleClient } from '../../test/simulation/bundle.ts';
import { CORE, ROOT, runNode } from './build-core.ts';

const CLIENT = 'virtual:client';

/** Builds the entry of the simulation into the package: one file, with the client as text, and its types. */
export async function buildSimulation(): Promise<void> {
  runNode('typescript/bin/tsc', ['--project', 'core/tsconfig.simulation.json']);
  cpSync(join(ROOT, '.cache/core-simulation/core/simulation.d.ts'), join(CORE, 'core/simulation.d.ts'));
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [asText(CLIENT, await bundleClient())],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: join(CORE, 'core'),
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: join(ROOT, 'core/simulation.ts'),
        output: { entryFileNames: 'simulation.js' },
      },
    },
  });
}

/** A module whose default export is a text. */
const asText = (name: string, text: string): Plugin => ({
  name: 'text-module',
  enforce: 'pre',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(text)};` : null),
});
