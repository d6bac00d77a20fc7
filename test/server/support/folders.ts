import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'provider-test-'));
  folders.push(folder);
  return folder;
}
