import type { ContentItem } from '../domain/content.ts';
import type { PlaybackApi } from '../ports/content-api.ts';
import type { Log } from '../ports/log.ts';

/** The address of a title's PDF, good for a while; null when it has none. Failures are logged only (section 8). */
export class LoadPdf {
  constructor(
    private readonly api: PlaybackApi,
    private readonly log: Log,
  ) {}

  async run(item: ContentItem): Promise<string | null> {
    if (item.pdfUrl === null) return null;
    const url = await this.api.tokenize(item.pdfUrl);
    if (url.ok) return url.value;
    this.log.warn('The PDF has no address', { kind: url.error.kind, content: item.id });
    return null;
  }
}
