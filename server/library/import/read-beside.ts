import { extname } from 'node:path';
import type { TranscriptDraft } from '../../catalogue/transcripts.ts';
import { type CoverReader, whyNotCover } from '../cover-reader.ts';
import type { AudioFolder } from '../folders/folders.ts';
import type { ReadThreads, Refusal } from '../read/read-threads.ts';
import { sidecarFormatOf } from '../read/sidecar-names.ts';
import type { Sidecar } from '../read/sidecars.ts';
import { LARGEST_TRANSCRIPT } from 'audio-streaming-wire/sizes';
import { type Group, lastPart } from '../titles/group.ts';
import type { CoverSource, KnownSidecar } from '../titles/title-draft.ts';
import { draftsOf, transcriptFiles } from '../titles/transcript-files.ts';
import type { IdentifiedTitle } from './write.ts';

const LARGEST_SIDECAR = 4 * 1024 * 1024;

/** Reads what belongs to the sounds of a title: covers, descriptions and transcripts, beside the sounds and inside them. */
export class BesideSounds {
  /** @param note called with what is wrong with a file */
  constructor(
    private readonly folder: AudioFolder,
    private readonly threads: ReadThreads,
    private readonly covers: CoverReader,
    private readonly note: (path: string, note: string) => void,
  ) {}

  /** Returns the first cover that can be shown, and notes the others. A cover that is used already is not read again. */
  async usableCover(covers: readonly CoverSource[], used: CoverSource | null): Promise<CoverSource | null> {
    for (const cover of covers) {
      if (cover.version === used?.version && cover.path === used.path) return cover;
      const problem = await whyNotCover(this.covers, this.folder, cover);
      if (problem === null) return cover;
      this.note(cover.path, problem);
    }
    return null;
  }

  async sidecars(group: Group): Promise<readonly KnownSidecar[]> {
    const read = await Promise.all(
      group.sidecars.map(async ({ path, size }): Promise<readonly KnownSidecar[]> => {
        if (sidecarFormatOf(lastPart(path)) === null) return [];
        const sidecar = await this.readSidecar(path, size);
        if ('refused' in sidecar) {
          this.note(path, sidecar.refused);
          return [];
        }
        if (sidecar.note !== null) this.note(path, sidecar.note);
        return [{ path, ...sidecar }];
      }),
    );
    return read.flat();
  }

  private async readSidecar(path: string, size: number): Promise<Sidecar | Refusal> {
    const { folder, threads } = this;
    if (size > LARGEST_SIDECAR) return { refused: 'it is too large for a description, and is not read' };
    const bytes = await folder.read(path, LARGEST_SIDECAR);
    return bytes === null ? { refused: 'it cannot be read' } : threads.sidecar(lastPart(path), bytes);
  }

  /**
   * Reads the transcripts beside the sounds of a title and inside them, and notes what is wrong with them (TEXT-52). Null
   * if one cannot be read now.
   */
  async transcripts(
    { item, draft: { sections } }: Pick<IdentifiedTitle, 'item' | 'draft'>,
    group: Group,
    isOnlyTitle: boolean,
  ): Promise<IdentifiedTitle['transcripts']> {
    const { folder, threads } = this;
    const beside: TranscriptDraft[] = [];
    for (const found of transcriptFiles(sections, group.sidecars, isOnlyTitle)) {
      const { path, size } = found.file;
      const note = (text: string): void => this.note(path, text);
      if (size > LARGEST_TRANSCRIPT) {
        note('it is too large for a transcript, and is not read');
        continue;
      }
      const bytes = await folder.read(path, LARGEST_TRANSCRIPT);
      if (bytes === null) return null;
      const seconds =
        found.sound?.facts.seconds ?? sections.reduce((sum, section) => sum + section.seconds, 0);
      const read = await threads.transcript(bytes, extname(path).slice(1), seconds);
      if ('refused' in read) {
        note(read.refused);
        continue;
      }
      // Other programs write JSON of their own beside the sound.
      if (read.cues.length > 0 || extname(path).toLowerCase() !== '.json') read.problems.forEach(note);
      beside.push(...draftsOf(item.id, sections, found, read));
    }
    const inside: TranscriptDraft[] = [];
    for (const sound of new Set(sections.map((section) => section.sound))) {
      if (sound.facts.hasText !== true) continue;
      const { path } = sound.file;
      const read = await folder.withFile(path, (file) => threads.inside(file, sound.facts));
      if (read === null) return null;
      if ('refused' in read) {
        this.note(path, `its text is not read: ${read.refused}`);
        continue;
      }
      for (const found of read) {
        for (const problem of found.problems) this.note(path, `The text in it: ${problem}`);
        inside.push(...draftsOf(item.id, sections, { file: sound.file, language: null, sound }, found));
      }
    }
    return { file: beside, inside };
  }
}
