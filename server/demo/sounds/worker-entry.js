// The entry of a worker thread, in plain JavaScript.
import { loadWorker } from '../../load-worker.js';

await loadWorker('./worker', import.meta.url);
