import type { Message } from '../../../src/domain/message.ts';
import type { ImportFolder, ImportLine, ImportReport } from '../domain/sources.ts';

/** The folders, their imports, and the reports that somebody has opened. */
export class ImportsState {
  /** Null until they have loaded. */
  folders: readonly ImportFolder[] | null = null;
  imports: readonly ImportReport[] = [];
  failure: Message | null = null;
  /** The lines of opened reports by the id of the import. Null while they load. */
  lines: ReadonlyMap<string, readonly ImportLine[] | null> = new Map();
  isStarting = false;

  get isRunning(): boolean {
    return this.imports.some(({ outcome }) => outcome === 'running');
  }

  /** The ids of the imports that are over. */
  get ended(): ReadonlySet<string> {
    return new Set(this.imports.filter(({ outcome }) => outcome !== 'running').map(({ id }) => id));
  }

  loaded(folders: readonly ImportFolder[], imports: readonly ImportReport[]): void {
    this.folders = folders;
    this.imports = imports;
    this.failure = null;
  }

  failed(message: Message): void {
    this.failure = message;
  }

  setLines(id: string, lines: readonly ImportLine[] | null): void {
    this.lines = new Map([...this.lines, [id, lines]]);
  }

  forgetLines(id: string): void {
    this.lines = new Map([...this.lines].filter(([other]) => other !== id));
  }

  setStarting(isStarting: boolean): void {
    this.isStarting = isStarting;
  }
}
