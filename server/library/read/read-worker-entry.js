// A worker thread does not inherit the loader that reads TypeScript: this step into it is plain JavaScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./read-worker.ts', import.meta.url);
