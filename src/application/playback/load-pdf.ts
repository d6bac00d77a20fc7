import type { ContentItem } from '../../domain/catalogue/content.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { PlaybackApi } from '../../ports/content-api.ts';
import type { Log, MediaPolicy } from '../../ports/platform.ts';
import { PORTS, type Inject } from '../../ports/tokens.ts';
import { DecideToPlay } from './decide-to-play.ts';

/**
 * Gets the temporary address of a title's PDF. It is `refused` if there is none, if the listener may not read it, or if
 * its origin is not allowed. The origin is checked here, because the content security policy does not restrict links.
 * Failures are only logged.
 */
export class LoadPdf {
  static readonly inject: Inject<typeof LoadPdf> = [
    DecideToPlay,
    PORTS.playbackApi,
    PORTS.mediaPolicy,
    PORTS.log,
  ];

  constructor(
    private readonly decideToPlay: DecideToPlay,
    private readonly api: PlaybackApi,
    private readonly mediaPolicy: MediaPolicy,
    private readonly log: Log,
  ) {}

  async loadAddress(item: ContentItem): Promise<Result<string, 'refused' | 'failed'>> {
    if (item.pdfUrl === null) return failed('refused');
    // A PDF is for those who may hear the title. So the provider is not asked in vain.
    const decision = await this.decideToPlay.decideSilently(item);
    if (decision !== null && decision.kind !== 'play') return failed('refused');
    const url = await this.api.tokenize(item.pdfUrl);
    if (url.ok && this.mediaPolicy.allows(url.value)) return ok(url.value);
    const kind = url.ok ? 'foreign' : url.error.kind;
    this.log.warn('The PDF has no address', { kind, content: item.id });
    return failed(kind === 'foreign' || kind === 'forbidden' ? 'refused' : 'failed');
  }
}
