import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const ENTRY = fileURLToPath(new URL('../../src/start/start.ts', import.meta.url));

/**
 * Compiles the start script into one small classic script, which is part of the page.
 *
 * @param development the value of `import.meta.env.DEV`: true for the development server
 * @param notices collects the modules of the script
 */
export async function startScript(development: boolean, notices: Plugin): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [notices],
    define: { 'import.meta.env.DEV': JSON.stringify(development) },
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
      modulePreload: false,
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error('The start script must be a single chunk.');
  // "</script" inside a string of the script would end its element.
  return chunk.code.trim().replaceAll('</', String.raw`<\/`);
}
