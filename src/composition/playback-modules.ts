import { ContainerModule } from 'inversify';
import { BrowserTabs } from '../adapters/browser/browser-tabs.ts';
import { HtmlAudioOutput } from '../adapters/html-audio/html-audio-output.ts';
import { MediaSessionControls } from '../adapters/browser/media-session-controls.ts';
import { BrowserNetwork } from '../adapters/browser/browser-network.ts';
import { pageId } from '../domain/progress/position.ts';
import { mediaPolicyOf } from './media-url.ts';
import { TOKENS } from './tokens.ts';

const createAudio = (): HTMLAudioElement => document.createElement('audio');

/** The element is part of the page, where the browser's tools find the sound. */
const audioElement = (): HTMLAudioElement => document.body.appendChild(createAudio());

/** The adapters of playback: audio output, media controls, and what they need from the browser. */
export const playbackModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.audioOutput)
    .toResolvedValue((clock) => new HtmlAudioOutput(audioElement(), clock, createAudio), [TOKENS.clock])
    .inSingletonScope();
  bind(TOKENS.mediaControls)
    .toResolvedValue(() => {
      // Older browsers have none, although the types say otherwise.
      const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
      return new MediaSessionControls(session, (init) => new MediaMetadata(init));
    })
    .inSingletonScope();
  bind(TOKENS.mediaPolicy).toResolvedValue(
    ({ mediaOrigins }) => mediaPolicyOf(mediaOrigins),
    [TOKENS.configuration],
  );
  bind(TOKENS.network)
    .toResolvedValue(() => new BrowserNetwork(window))
    .inSingletonScope();
  bind(TOKENS.tabs)
    .toResolvedValue(
      (store, clock) =>
        new BrowserTabs(pageId(crypto.randomUUID()), {
          channel: 'BroadcastChannel' in window ? new BroadcastChannel('tabs') : null,
          store,
          // Absent outside a secure context.
          locks: 'locks' in navigator ? navigator.locks : null,
          clock,
        }),
      [TOKENS.store, TOKENS.clock],
    )
    .inSingletonScope();
});
