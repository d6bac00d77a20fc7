import type { ContentId } from '../../../domain/catalogue/content.ts';
import type { Draft, Drafts } from '../../../ports/studio/drafts.ts';

/** Drafts in memory. */
export class MemoryDrafts implements Drafts {
  private readonly stored = new Map<string, Draft>();

  load(person: string, id: ContentId): Draft | null {
    return this.stored.get(`${person} ${id}`) ?? null;
  }

  save(person: string, id: ContentId, draft: Draft): void {
    this.stored.set(`${person} ${id}`, draft);
  }

  remove(person: string, id: ContentId): void {
    this.stored.delete(`${person} ${id}`);
  }
}
