// A worker thread does not inherit the loader for TypeScript, so its entry is plain JavaScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./worker.ts', import.meta.url);
