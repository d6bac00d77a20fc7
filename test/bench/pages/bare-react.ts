import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import type { Stand } from './stand.ts';

const TYPES = { js: 'text/javascript', css: 'text/css' } as const;

/** Builds the second floor for production, and has the stand serve it. */
export async function serveBareReact(stand: Stand, titleId: string): Promise<void> {
  const { NODE_ENV: before } = process.env;
  const { output } = (await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    root: fileURLToPath(new URL('bare-react', import.meta.url)),
    base: '/bare/',
    logLevel: 'warn',
    plugins: [react()],
    build: { write: false, modulePreload: { polyfill: false } },
  })) as Rolldown.RolldownOutput;
  // A build sets NODE_ENV.
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  for (const file of output) {
    const content = file.type === 'chunk' ? file.code : file.source.toString();
    if (file.fileName === 'index.html') {
      for (const path of ['', 'library', 'purchased', `audios/${titleId}`]) {
        stand.serve(`/bare/${path}`, 'text/html', content);
      }
    } else {
      const type = TYPES[file.fileName.endsWith('.css') ? 'css' : 'js'];
      stand.serve(`/bare/${file.fileName}`, type, content, 'public, max-age=31536000, immutable');
    }
  }
}
