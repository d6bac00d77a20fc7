import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { isFields } from './configuration.ts';

/** Tells the app the version in `package.json`, as `import.meta.env.BUILD_VERSION` (APP-83). */
export function buildVersion(): Plugin {
  return {
    name: 'build-version',
    config: () => ({ define: { 'import.meta.env.BUILD_VERSION': JSON.stringify(versionOfPackage()) } }),
  };
}

function versionOfPackage(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  if (!isFields(manifest) || typeof manifest['version'] !== 'string')
    throw new Error('package.json names no version');
  return manifest['version'];
}
