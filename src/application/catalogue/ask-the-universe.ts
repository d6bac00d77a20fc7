import type { PlayDecision } from '../../domain/entitlement/play-decision.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { PlayAudio } from '../playback/play-audio.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Plays a random title, if the play decision allows it. A failure is only logged (ANA-19). */
export class AskTheUniverse {
  static readonly inject: Inject<typeof AskTheUniverse> = [
    PORTS.catalogue,
    PlayAudio,
    PORTS.analytics,
    PORTS.log,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly playAudio: PlayAudio,
    private readonly analytics: Analytics,
    private readonly log: Log,
  ) {}

  async playRandom(): Promise<PlayDecision | null> {
    const item = await this.catalogue.random();
    if (!item.ok) {
      this.log.warn('No random title could be loaded', { kind: item.error.kind });
      return null;
    }
    this.analytics.record({ name: 'Ask the Universe Used', properties: { content_id: item.value.id } });
    return this.playAudio.play(item.value);
  }
}
