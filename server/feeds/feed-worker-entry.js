// A worker thread cannot load TypeScript by itself. So this entry is plain JavaScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./feed-worker.ts', import.meta.url);
