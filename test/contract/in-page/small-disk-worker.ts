import '../../../src/adapters/origin-files/transfer-worker.ts';

/** The used part of the class of open files. The types of TypeScript for pages do not have it. */
type OpenFiles = { prototype: { write(bytes: Uint8Array, options: { readonly at: number }): number } };

declare const FileSystemSyncAccessHandle: OpenFiles;

// The worker for transfers, on a small disk. The name of the worker says how many bytes a file may have. A test needs
// this, because browsers no longer report the real room.
const room = Number(Reflect.get(globalThis, 'name'));
const { prototype } = FileSystemSyncAccessHandle;
const { write } = prototype;
prototype.write = function limited(bytes, options) {
  if (options.at + bytes.byteLength > room) throw new DOMException('no room', 'QuotaExceededError');
  return write.call(this, bytes, options);
};
