// A disk that hangs occupies a thread. Others have to be left for the other listeners. Node reads the number when it first
// uses a thread. Only a CommonJS file runs before that, because modules are loaded by threads.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
void import('./start.mjs');
