import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { WORKER_NAMES } from './model/worker-names.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = `${ROOT}src/`;

/** A change of the product's code that the simulation has to notice. */
export type Mutation = { readonly file: string; readonly before: string; readonly after: string };

/**
 * Builds the real composition, without screens, as the text of one script. Lazy imports call `loadCode`, a function
 * of the simulated page. So a deployment can remove the code that they load.
 */
export async function bundleClient(mutations: readonly Mutation[] = []): Promise<string> {
  const changed = new Set<Mutation>();
  const client = await bundle(`${SOURCE}composition/start.ts`, mutations, changed);
  const worker = await bundle(`${SOURCE}adapters/origin-files/transfer-worker.ts`, mutations, changed);
  for (const mutation of mutations)
    if (!changed.has(mutation)) throw new Error(`${mutation.file} is not part of the client`);
  return `${client}\nfunction transferWorker(${WORKER_NAMES.join(', ')}) {\n${worker}\n}`;
}

/** @param changed collects the mutations that were applied */
async function bundle(
  input: string,
  mutations: readonly Mutation[],
  changed: Set<Mutation>,
): Promise<string> {
  const output = await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    plugins: [mutated(mutations, changed), lateImports(), workerAddress(), anyPowers()],
    mode: 'production',
    define: {
      global: 'globalThis',
      'import.meta.env.PROD': 'false',
      'process.env.NODE_ENV': '"production"',
    },
    resolve: { conditions: ['es2015', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        // The simulated configuration uses none of these parts.
        external: /(?:amplitude-client|braze-client|indexed-db-store|cookie-store|read-transcript)\.ts$/u,
        output: { format: 'iife', name: 'application', codeSplitting: false },
      },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (result === undefined || !('output' in result)) throw new Error('The client could not be built');
  const [chunk] = result.output;
  return chunk.code;
}

function mutated(mutations: readonly Mutation[], found: Set<Mutation>): Plugin {
  return {
    name: 'mutations',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const mutation of mutations.filter(({ file }) => id === SOURCE + file)) {
        if (!changed.includes(mutation.before))
          throw new Error(`No "${mutation.before}" in ${mutation.file}`);
        changed = changed.replace(mutation.before, () => mutation.after);
        found.add(mutation);
      }
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

/** The worker is a part of the client here, so its address is not used. */
function workerAddress(): Plugin {
  return {
    name: 'worker-address',
    enforce: 'pre',
    load: (id) => (id.endsWith('?worker&url') ? 'export default "/assets/transfer-worker.js";' : null),
  };
}

function lateImports(): Plugin {
  return {
    name: 'late-imports',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SOURCE) || !code.includes('import(')) return null;
      return {
        code: code.replaceAll(/\bimport\((?<path>'[^']+')\)/gu, 'loadCode(() => import($<path>))'),
        map: null,
      };
    },
  };
}

/**
 * Both sign-in clients compute powers of large numbers; with the library it takes half a second for each sign-in. The powers
 * are part of a proof. The simulated pool does not check this proof, so the powers are replaced by a cheap product.
 */
function anyPowers(): Plugin {
  const power = `
BigInteger.prototype.modPow = function (exponent, modulus, callback) {
  const result = this.multiply(exponent).mod(modulus);
  callback(null, result);
  return result;
};`;
  return {
    name: 'any-powers',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('amazon-cognito-identity-js/es/BigInteger.js'))
        return { code: code + power, map: null };
      if (id !== `${SOURCE}adapters/cognito/webcrypto/srp.ts`) return null;
      const ownPower = 'export const power =';
      if (!code.includes(ownPower)) throw new Error('There is no power to replace');
      const cheap =
        'export const power = (base: bigint, exponent: bigint): bigint => (base * exponent) % PRIME;';
      return { code: code.replace(ownPower, `${cheap}\nexport const exactPower =`), map: null };
    },
  };
}
