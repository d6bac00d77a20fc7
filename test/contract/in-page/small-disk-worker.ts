import '../../../src/adapters/origin-files/transfer-worker.ts';

/** The part of the class of open files that is used here. The types of pages do not have it. */
type OpenFiles = { prototype: { write(bytes: Uint8Array, options: { readonly at: number }): number } };

declare const FileSystemSyncAccessHandle: OpenFiles;

// The worker that transfers, on a disk with room for files of so many bytes as its name says. Browsers no longer tell how much room
// there really is.
const room = Number(Reflect.get(globalThis, 'name'));
const { prototype } = FileSystemSyncAccessHandle;
const { write } = prototype;
prototype.write = function limited(bytes, options) {
  if (options.at + bytes.byteLength > room) throw new DOMException('no room', 'QuotaExceededError');
  return write.call(this, bytes, options);
};
