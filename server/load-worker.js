import { existsSync } from 'node:fs';

/**
 * Loads the module of a worker thread. The compiled server has it as JavaScript. Otherwise it is TypeScript, which a worker
 * thread cannot load by itself.
 *
 * @param {string} name the path of the module without its extension, such as `./worker`
 * @param {string} base the address of the module that calls this
 */
export async function loadWorker(name, base) {
  const compiled = new URL(`${name}.js`, base);
  if (existsSync(compiled)) {
    await import(compiled.href);
    return;
  }
  const { tsImport } = await import('tsx/esm/api');
  await tsImport(`${name}.ts`, base);
}
