import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { trackSource } from '../../../domain/playback/track-list.ts';
import { useServices } from '../../app/services.ts';
import { iconButtonClass } from '../../components/controls/icon-button.tsx';
import { DownloadIcon } from './download-icon.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { useDownloadControl } from './use-download-control.ts';
import { controlName, isThere } from './words.ts';

type DownloadToolProps = { readonly audio: ContentItem };

/**
 * The player's `Download`: the title that plays; of a podcast, the episode that plays, because a podcast has no end
 * (DOWN-51).
 */
export const DownloadTool = observer(function DownloadTool({ audio }: DownloadToolProps) {
  const { player } = useServices();
  const isPodcast = trackSource(audio) === 'episodes';
  const { status, download, actions } = useDownloadControl(
    audio,
    isPodcast ? (player.track?.id ?? null) : null,
  );
  const button = useRef<HTMLButtonElement>(null);
  const name = controlName(status);
  return (
    <DownloadMenu actions={actions} button={button} opens={isThere(status)}>
      {(props) => (
        <button
          {...(isThere(status) ? props : { onClick: () => download() })}
          ref={button}
          type="button"
          className={iconButtonClass}
          aria-label={name}
          title={name}
        >
          <DownloadIcon status={status} />
        </button>
      )}
    </DownloadMenu>
  );
});
