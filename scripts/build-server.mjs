import './lib/node-version.mjs';
import { readArguments } from './lib/arguments.mjs';
import { ensureServer } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

readArguments(
  `npm run build:server
Compiles the provider into dist-server/. It then runs with the packages of dependencies alone.`,
  { options: {} },
);
await ensureInstalled('product');
await ensureServer();
