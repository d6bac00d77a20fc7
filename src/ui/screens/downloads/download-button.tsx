import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { ContentType, type ContentItem } from '../../../domain/catalogue/content.ts';
import { formatTracks, trackSource } from '../../../domain/playback/track-list.ts';
import { buttonClass } from '../../components/controls/button.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { DownloadIcon } from './download-icon.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { useDownloadControl } from './use-download-control.ts';
import { controlName, isThere } from './words.ts';

type DownloadButtonProps = {
  readonly item: ContentItem;
  /** Called when the listener asks for a download. */
  readonly onUse: () => void;
};

/** True if the title has several chapters, episodes or collection tracks to choose from. */
const hasParts = (item: ContentItem): boolean =>
  trackSource(item) !== 'self' &&
  (item.type !== ContentType.AUDIOBOOK_WITH_CHAPTERS || item.chapters.length > 1);

/** Downloads a title from its page. A title with parts asks first which of them (DOWN-55). */
export const DownloadButton = observer(function DownloadButton({ item, onUse }: DownloadButtonProps) {
  const { status, chosen, download, actions } = useDownloadControl(item, null);
  const [isChoosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const start = () => {
    onUse();
    if (hasParts(item) && status.kind !== 'stopped') setChoosing(true);
    else download();
  };
  // The number of episodes is not known here, so there may always be more.
  const parts = formatTracks(item, []).length;
  const hasMore = hasParts(item) && (parts === 0 || chosen < parts);
  const more = { label: 'Download more…', onChoose: () => setChoosing(true) };
  return (
    <>
      <DownloadMenu actions={hasMore ? [more, ...actions] : actions} button={button} opens={isThere(status)}>
        {(props) => (
          <button
            {...(isThere(status) ? props : { onClick: start })}
            ref={button}
            type="button"
            className={buttonClass()}
          >
            <DownloadIcon status={status} size={18} />
            {controlName(status)}
          </button>
        )}
      </DownloadMenu>
      {hasParts(item) && (
        <DownloadDialog
          item={item}
          isOpen={isChoosing}
          onClose={() => setChoosing(false)}
          onDownload={(selection) => {
            setChoosing(false);
            download(selection);
          }}
        />
      )}
    </>
  );
});
