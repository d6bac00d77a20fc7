// The entry of a worker thread, in plain JavaScript.
import { loadWorker } from '../../load-worker.js';

await loadWorker('./power-worker', import.meta.url);
