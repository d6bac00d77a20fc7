import { endWithParent } from './parent.mjs';

// Every command imports this first. It reports a Node that is too old, before something else fails. Vite needs these
// versions, because they have require() of ES modules.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (!supported) {
  console.error(
    `Node ${process.versions.node} is too old: this project needs Node 20.19 or later (in the 22 line, 22.12 or later).`,
  );
  process.exit(1);
}

endWithParent();
