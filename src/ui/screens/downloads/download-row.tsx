import { Download as DownloadArrow, Pause, RotateCw, Trash2, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { type DownloadsState, DOWNLOAD_MESSAGES } from '../../../application/downloads/downloads-state.ts';
import { bytesOf, type Download, type DownloadStatus } from '../../../domain/downloads/download.ts';
import { tileContentId } from '../../../domain/entitlement/play-decision.ts';
import { formatTracks } from '../../../domain/playback/track.ts';
import { classNames } from 'audio-streaming-components/class-names';
import { IconButton } from 'audio-streaming-components/controls/button';
import { Cover } from '../../components/cover/cover.tsx';
import { Names } from '../../components/tiles/names.tsx';
import { PlayControl } from '../../components/tiles/play-control.tsx';
import { TileLink } from '../../components/tiles/tile-link.tsx';
import { useTimeOf } from '../../components/use-moving-time.ts';
import { t } from 'audio-streaming-translations/translate';
import cut from '../../components/tiles/cut-names.module.css';
import styles from './downloads.module.css';
import { partsOf, percentOf, sizeInWords } from './words.ts';

type DownloadRowProps = {
  readonly downloads: DownloadsState;
  readonly download: Download;
  readonly onStop: () => void;
  readonly onCancel: () => void;
  /** Tries again, or continues. */
  readonly onRetry: () => void;
  readonly onRemove: () => void;
};

export const DownloadRow = observer(function DownloadRow(props: DownloadRowProps) {
  const { downloads, download } = props;
  const { item } = download;
  const titleId = useId();
  const status = downloads.statusOf(item.id);
  useTimeOf(item);
  return (
    <article className={styles['row']} aria-labelledby={titleId}>
      <div className={styles['art']} data-dim={isOpen(status)}>
        <Cover address={item.imageUrl} isFirst />
        {isOpen(status) ? (
          <CoverProgress title={item.title} status={status} />
        ) : (
          <div className={styles['play']}>
            <PlayControl item={item} />
          </div>
        )}
      </div>
      <div className={styles['words']}>
        <h2 className={classNames(styles['title'], cut['lines'])}>
          <TileLink
            id={titleId}
            className={styles['link']}
            audioId={tileContentId(item)}
            title={item.title}
          />
        </h2>
        {item.authors.length > 0 && (
          <p className={classNames(styles['authors'], cut['line'])}>
            <Names of={item.authors} />
          </p>
        )}
        <StatusText status={status} download={download} />
      </div>
      <RowActions {...props} status={status} />
    </article>
  );
});

const isOpen = ({ kind }: DownloadStatus): boolean => kind === 'waiting' || kind === 'loading';

function CoverProgress({ title, status }: { readonly title: string; readonly status: DownloadStatus }) {
  const percent = status.kind === 'loading' ? percentOf(status.part) : 0;
  return (
    <div
      className={styles['progress']}
      role="progressbar"
      aria-label={t('Download of {title}', { title })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles['percent']}>{t('{percent}%', { percent })}</span>
      <span className={styles['bar']} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}

type StatusTextProps = { readonly status: DownloadStatus; readonly download: Download };

function StatusText({ status, download }: StatusTextProps) {
  switch (status.kind) {
    case 'none':
      return null;
    case 'waiting':
      return <p className={styles['status']}>{t('Waiting to download')}</p>;
    case 'loading':
      return (
        <p className={styles['status']}>
          {t('Downloading {percent}%', { percent: percentOf(status.part) })}
          {partsInWords(download)}
        </p>
      );
    case 'storing-app':
      return <p className={styles['status']}>{t('Storing the app itself')}</p>;
    case 'stopped':
      return (
        <p className={styles['status']}>
          {t({ text: 'Stopped', context: 'a download' })}
          {partsInWords(download)}
        </p>
      );
    case 'downloaded':
      return (
        <p className={styles['status']}>
          {sizeInWords(bytesOf(download))}
          {partsInWords(download)}
        </p>
      );
    case 'paused':
      return <p className={styles['problem']}>{t(DOWNLOAD_MESSAGES.paused)}</p>;
    case 'failed':
      return <p className={styles['problem']}>{t(DOWNLOAD_MESSAGES[status.reason])}</p>;
  }
}

/** The number of parts, if the title has more than one: ` · 3 of 12 chapters`. */
function partsInWords({ item, children, tracks }: Download): string {
  const all = Math.max(formatTracks(item, children).length, tracks.length);
  if (all < 2) return '';
  const unit = partsOf(item);
  const words =
    tracks.length === all
      ? t(
          '{unit, select, chapters {{all, plural, one {# chapter} other {# chapters}}} episodes {{all, plural, one {# episode} other {# episodes}}} other {{all, plural, one {# track} other {# tracks}}}}',
          { unit, all },
        )
      : t(
          '{unit, select, chapters {{count} of {all, plural, one {# chapter} other {# chapters}}} episodes {{count} of {all, plural, one {# episode} other {# episodes}}} other {{count} of {all, plural, one {# track} other {# tracks}}}}',
          { unit, all, count: tracks.length },
        );
  return ` · ${words}`;
}

type RowActionsProps = DownloadRowProps & { readonly status: DownloadStatus };

function RowActions({ status, download, onStop, onCancel, onRetry, onRemove }: RowActionsProps) {
  const { title } = download.item;
  return (
    <div className={styles['downloadRowActions']}>
      {status.kind === 'failed' && (
        <IconButton label={t('Try to download {title} again', { title })} icon={RotateCw} onClick={onRetry} />
      )}
      {status.kind === 'stopped' && (
        <IconButton
          label={t('Continue the download of {title}', { title })}
          icon={DownloadArrow}
          onClick={onRetry}
        />
      )}
      {isOpen(status) && (
        <IconButton label={t('Stop the download of {title}', { title })} icon={Pause} onClick={onStop} />
      )}
      {isOpen(status) ? (
        <IconButton label={t('Cancel the download of {title}', { title })} icon={X} onClick={onCancel} />
      ) : (
        <IconButton label={t('Remove {title}', { title })} icon={Trash2} onClick={onRemove} />
      )}
    </div>
  );
}
