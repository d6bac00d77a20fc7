import './lib/node-version.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureServer } from './lib/build.mjs';

// `npm run build:server`: compiles the provider into `dist-server/`. It then runs with the packages of `dependencies` alone.
await ensureInstalled();
await ensureServer();
