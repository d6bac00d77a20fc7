import { observer } from 'mobx-react-lite';
import { use, useEffect, useId, useState } from 'react';
import { DOWNLOAD_MESSAGES } from '../../../application/downloads/downloads-state.ts';
import type { DownloadsServices } from '../../../application/downloads-services.ts';
import type { Download } from '../../../domain/downloads/download.ts';
import { LazyScreen } from '../../routes/lazy-screen.tsx';
import { useServices } from '../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { Switch } from 'audio-streaming-components/controls/switch';
import { Modal } from '../../components/layout/modal.tsx';
import { PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import { PageHeading, ScreenHeading, Page } from '../../components/layout/page.tsx';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { ShelfTabs } from '../../components/page-tabs/page-tabs.tsx';
import { DownloadRow } from './download-row.tsx';
import { Sentence } from 'audio-streaming-components/sentence';
import { t } from 'audio-streaming-translations/translate';
import styles from './downloads.module.css';
import { sizeInWords } from './words.ts';
import { Link } from '../../navigation/link.ts';

type DownloadsScreenProps = {
  /** Null if the code has not loaded yet, or could not be fetched. */
  readonly opened: DownloadsServices | null;
};

/** What the listener has downloaded (DOWN-57). */
export function DownloadsScreen({ opened }: DownloadsScreenProps) {
  const services = useServices();
  if (opened !== null) return <OpenedScreen services={opened} />;
  // The code may still be loading, so the page waits for it (DOWN-69).
  return (
    <LazyScreen
      importScreen={() => services.openDownloads()}
      render={(loaded) => <OpenedScreen services={loaded} />}
      waiting={
        <Page>
          <PageHeading
            title={t('Downloads')}
            description={t('What you downloaded, to listen to without a connection.')}
          />
          <p role="status">{t('Your downloads are loading.')}</p>
        </Page>
      }
    />
  );
}

type OpenedScreenProps = { readonly services: DownloadsServices };

const OpenedScreen = observer(function OpenedScreen({ services }: OpenedScreenProps) {
  const { downloads, downloadedFiles } = services;
  const headingId = useId();
  const { bytes } = downloads;
  useEffect(() => void downloadedFiles.measureSpace(), [downloadedFiles, bytes]);
  return (
    <Page>
      <ScreenHeading
        id={headingId}
        title={t('Downloads')}
        description={t('What you downloaded, to listen to without a connection.')}
        lead={t('Yours to hear without a connection, in this browser.')}
      />
      <ShelfTabs />
      {downloads.isSupported === false ? (
        <EmptyState text={t(DOWNLOAD_MESSAGES.blocked)} />
      ) : (
        <DownloadList services={services} headingId={headingId} />
      )}
    </Page>
  );
});

type DownloadListProps = OpenedScreenProps & { readonly headingId: string };

const DownloadList = observer(function DownloadList({ services, headingId }: DownloadListProps) {
  const { downloads, downloadAudio, downloadedFiles } = services;
  const frame = use(PageFrameContext);
  const [removing, setRemoving] = useState<Download | 'all' | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const remove = async () => {
    setRemoving(null);
    // The used button disappears with its row, so the focus moves.
    frame.focusMain({ preventScroll: true });
    if (removing === null) return;
    if (removing === 'all') await downloadedFiles.removeAll();
    else await downloadedFiles.remove(removing.item.id);
    setAnnouncement(
      removing === 'all'
        ? t('All downloads were removed.')
        : t('{title} was removed.', { title: removing.item.title }),
    );
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {downloads.isEmpty ? (
        <EmptyState
          text={t(
            'Download a title on its page or in the player, and listen on a plane, underground, or where data costs too much.',
          )}
        >
          <Link className={buttonClass('primary')} to="/">
            {t('Find something to take along')}
          </Link>
        </EmptyState>
      ) : (
        <section aria-labelledby={headingId}>
          <ul className={styles['list']}>
            {downloads.downloads.map((download) => (
              <li key={download.item.id}>
                <DownloadRow
                  downloads={downloads}
                  download={download}
                  onStop={() => downloadAudio.stop(download.item.id)}
                  onCancel={() => void downloadedFiles.cancel(download.item.id)}
                  onRetry={() => downloadAudio.retry(download.item.id)}
                  onRemove={() => setRemoving(download)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <StorageSection services={services} />
      {!downloads.isEmpty && (
        <div>
          <Button onClick={() => setRemoving('all')}>{t('Remove all downloads')}</Button>
        </div>
      )}
      <ConfirmDialog
        title={
          removing === 'all'
            ? t('Remove all downloads?')
            : t('Remove “{title}”?', { title: removing?.item.title ?? '' })
        }
        text={t('You can download it again while you have a connection. Your place in it stays.')}
        confirm={t(removing === 'all' ? 'Remove all' : 'Remove')}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => void remove()}
      />
    </>
  );
});

type StorageSectionProps = { readonly services: DownloadsServices };

/**
 * Shows how much room downloads take, whether the browser promises to keep them, and whether heard ones are removed
 * (DOWN-58).
 */
const StorageSection = observer(function StorageSection({ services }: StorageSectionProps) {
  const { downloads, followDownloads } = services;
  const headingId = useId();
  return (
    <section className={styles['storage']} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('Storage')}</h2>
      <Room services={services} />
      {!downloads.isEmpty && <KeepPromise services={services} />}
      <Switch
        label={t('Remove downloads when heard')}
        isOn={downloads.removesHeard}
        onSet={(on) => followDownloads.setRemovesHeard(on)}
      />
    </section>
  );
});

const Room = observer(function Room({ services: { downloads } }: StorageSectionProps) {
  const used = sizeInWords(downloads.bytes);
  if (downloads.space === null) return <p>{t('{used} used', { used })}</p>;
  const { left } = downloads.space;
  const part = downloads.bytes / Math.max(1, downloads.bytes + left);
  return (
    <div className={styles['room']}>
      <div className={styles['meter']} aria-hidden="true">
        {downloads.bytes > 0 && <span style={{ inlineSize: `${part * 100}%` }} />}
      </div>
      <p>
        <Sentence
          text="<strong>{used}</strong> used · {left} left"
          values={{ strong: (words) => <strong>{words}</strong>, used, left: sizeInWords(left) }}
        />
      </p>
    </div>
  );
});

/** Asks the browser once to keep the files even if it needs room (DOWN-86). */
const KeepPromise = observer(function KeepPromise({ services }: StorageSectionProps) {
  const { downloads, downloadedFiles } = services;
  return (
    <div className={styles['promise']}>
      <p role="status">
        {t(
          downloads.isPersistent
            ? 'This browser keeps your downloads until you remove them.'
            : downloads.refusedToKeep
              ? 'This browser did not promise it. Your downloads stay as long as there is room.'
              : 'This browser may remove downloads when the device runs out of room.',
        )}
      </p>
      {!downloads.isPersistent && !downloads.refusedToKeep && (
        <Button onClick={() => void downloadedFiles.keep()}>{t('Keep my downloads')}</Button>
      )}
    </div>
  );
});

type ConfirmDialogProps = {
  readonly title: string;
  readonly text: string;
  /** The label of the button that does it. */
  readonly confirm: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** Asks before something is removed. */
function ConfirmDialog({ title, text, confirm, isOpen, onClose, onConfirm }: ConfirmDialogProps) {
  return (
    <Modal isOpen={isOpen} title={title} onClose={onClose}>
      <p className={styles['text']}>{text}</p>
      <div className={styles['actions']}>
        <Button look="primary" onClick={onConfirm}>
          {confirm}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Modal>
  );
}
