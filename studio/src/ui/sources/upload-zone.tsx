import { observer } from 'mobx-react-lite';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { ChosenFile } from '../../application/send-files.ts';
import type { UploadItem } from '../../application/uploads-state.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { formatNumber } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import { Badge } from '../components/parts.tsx';
import { useStudio } from '../services.ts';
import styles from './sources.module.css';

/** More files than these are counted, but not listed. */
const MOST_LISTED = 200;

const MEGABYTE = 1024 * 1024;

const sizeWords = (bytes: number): string => {
  const isLarge = bytes >= MEGABYTE;
  const digits = isLarge ? 1 : 0;
  return formatNumber(isLarge ? bytes / MEGABYTE : Math.max(Math.round(bytes / 1024), 1), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
};

const Item = observer(function Item({ upload }: { readonly upload: UploadItem }) {
  const { sendFiles } = useStudio();
  const { id, path, size, sent, status, message, isRefused } = upload;
  return (
    <li className={styles['item']}>
      <span className={styles['path']}>
        <bdi>{path}</bdi> <small>{sizeWords(size)}</small>
        {message !== null && <span className={styles['error']}>{t(message)}</span>}
      </span>
      {status === 'sending' && (
        <progress aria-label={t('Progress of {name}', { name: path })} value={sent} max={Math.max(size, 1)} />
      )}
      {status === 'waiting' && <Badge look="plain">{t({ text: 'Waiting', context: 'upload' })}</Badge>}
      {status === 'done' && <Badge look="good">{t('Uploaded')}</Badge>}
      {status === 'failed' && <Badge look="danger">{t(isRefused ? 'Refused' : 'Interrupted')}</Badge>}
      {status === 'failed' && !isRefused && (
        <Button
          look="quiet"
          aria-label={t('Retry {name}', { name: path })}
          onClick={() => sendFiles.retry(id)}
        >
          {t('Retry')}
        </Button>
      )}
      {status !== 'done' && (
        <Button
          look="quiet"
          aria-label={t(isRefused ? 'Dismiss {name}' : 'Cancel {name}', { name: path })}
          onClick={() => sendFiles.cancel(id)}
        >
          {t(isRefused ? 'Dismiss' : 'Cancel')}
        </Button>
      )}
    </li>
  );
});

const List = observer(function List() {
  const { uploads: state } = useStudio();
  const { uploads, isBusy, finished } = state;
  useEffect(() => {
    if (!isBusy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isBusy]);
  if (uploads.length === 0) return null;
  return (
    <div className={styles['uploads']} role="group" aria-label={t('Uploads')}>
      <div className={styles['summary']}>
        <output>
          {t('{count} of {total, plural, one {# file uploaded} other {# files uploaded}}', {
            count: finished,
            total: uploads.length,
          })}
        </output>
        <Button look="quiet" onClick={() => state.clearSettled()}>
          {t('Clear finished')}
        </Button>
      </div>
      <ul className={styles['list']}>
        {uploads.slice(0, MOST_LISTED).map((upload) => (
          <Item key={upload.id} upload={upload} />
        ))}
      </ul>
      {uploads.length > MOST_LISTED && (
        <p>
          {t('{count, plural, one {and # more file} other {and # more files}}', {
            count: uploads.length - MOST_LISTED,
          })}
        </p>
      )}
    </div>
  );
});

/** Takes files and folders by dropping or choosing them, and shows how far each has come. */
export function UploadZone() {
  const { sendFiles } = useStudio();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  // not translated: a kind of data of the browser
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <>
      {/* Dropping is a second way: the buttons choose files, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles['zone']}
        data-over={isOver}
        role="group"
        aria-label={t('Upload')}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setOver(false);
          void filesOfDrop(event.dataTransfer).then((chosen) => sendFiles.add(chosen));
        }}
      >
        <p>
          {t(
            'Drop audio files or folders here. An interrupted upload goes on when the network is back. After a reload, choose the same file again.',
          )}
        </p>
        <div className={styles['buttons']}>
          <Button onClick={() => files.current?.click()}>{t('Upload files')}</Button>
          <Button look="quiet" onClick={() => folder.current?.click()}>
            {t('Upload a folder')}
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={t('Files to upload')}
          onChange={({ currentTarget }) => {
            sendFiles.add(filesOfInput(currentTarget.files));
            currentTarget.value = '';
          }}
        />
        <input
          ref={folder}
          type="file"
          multiple
          hidden
          aria-label={t('Folder to upload')}
          {...{ webkitdirectory: '' }}
          onChange={({ currentTarget }) => {
            sendFiles.add(filesOfInput(currentTarget.files));
            currentTarget.value = '';
          }}
        />
      </div>
      <List />
    </>
  );
}

/** The files of an input. A chosen folder gives each file its path in the folder. */
const filesOfInput = (files: FileList | null): readonly ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/** All files that were dropped, also those in folders. Call it at once: the browser forgets them after the event. */
async function filesOfDrop(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return filesOfInput(transfer.files);
  return (await Promise.all(entries.map(async (entry) => filesBelow(entry)))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesBelow(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  if (isFile(entry)) {
    // A file that cannot be read any more is left out.
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    return file === null ? [] : [{ file, path: entry.fullPath.replace(/^\//u, '') }];
  }
  if (!isFolder(entry)) return [];
  const entries = await entriesOf(entry.createReader());
  return (await Promise.all(entries.map(async (each) => filesBelow(each)))).flat();
}

/** The browser gives the entries of a folder in parts; the last part is empty. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const part = await new Promise<readonly FileSystemEntry[]>((resolve) =>
    reader.readEntries(resolve, () => resolve([])),
  );
  return part.length === 0 ? [] : [...part, ...(await entriesOf(reader))];
}
