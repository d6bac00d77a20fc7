import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import type { UploadItem } from '../../../application/studio/uploads.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../components/badge.tsx';
import { useStudio } from '../services.ts';
import { filesOfDrop, filesOfInput } from './dropped-files.ts';
import styles from './upload-zone.module.css';

/** More files than these are counted, but not listed. */
const MOST_LISTED = 200;

const MEGABYTE = 1024 * 1024;

const sizeWords = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(Math.round(bytes / 1024), 1)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

const Item = observer(function Item({ upload }: { readonly upload: UploadItem }) {
  const { sendFiles } = useStudio();
  const { id, path, size, sent, status, message, isRefused } = upload;
  return (
    <li className={styles['item']}>
      <span className={styles['path']}>
        <bdi>{path}</bdi> <small>{sizeWords(size)}</small>
        {message !== null && <span className={styles['error']}>{message}</span>}
      </span>
      {status === 'sending' && (
        <progress aria-label={`Progress of ${path}`} value={sent} max={Math.max(size, 1)} />
      )}
      {status === 'waiting' && <Badge look="plain">Waiting</Badge>}
      {status === 'done' && <Badge look="good">Uploaded</Badge>}
      {status === 'failed' && <Badge look="danger">{isRefused ? 'Refused' : 'Interrupted'}</Badge>}
      {status === 'failed' && !isRefused && (
        <Button look="quiet" aria-label={`Retry ${path}`} onClick={() => sendFiles.retry(id)}>
          Retry
        </Button>
      )}
      {status !== 'done' && (
        <Button
          look="quiet"
          aria-label={`${isRefused ? 'Dismiss' : 'Cancel'} ${path}`}
          onClick={() => sendFiles.cancel(id)}
        >
          {isRefused ? 'Dismiss' : 'Cancel'}
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
    <div className={styles['uploads']} role="group" aria-label="Uploads">
      <div className={styles['summary']}>
        <output>
          {finished} of {uploads.length} {uploads.length === 1 ? 'file' : 'files'} uploaded
        </output>
        <Button look="quiet" onClick={() => state.clearSettled()}>
          Clear finished
        </Button>
      </div>
      <ul className={styles['list']}>
        {uploads.slice(0, MOST_LISTED).map((upload) => (
          <Item key={upload.id} upload={upload} />
        ))}
      </ul>
      {uploads.length > MOST_LISTED && <p>and {uploads.length - MOST_LISTED} more files</p>}
    </div>
  );
});

/** Takes files and folders by dropping or choosing them, and shows how far each has come. */
export function UploadZone() {
  const { sendFiles } = useStudio();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <>
      {/* Dropping is a second way: the buttons choose files, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles['zone']}
        data-over={isOver}
        role="group"
        aria-label="Upload"
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
          Drop audio files or folders here. An interrupted upload goes on when the network is back. After a
          reload, choose the same file again.
        </p>
        <div className={styles['buttons']}>
          <Button onClick={() => files.current?.click()}>Upload files</Button>
          <Button look="quiet" onClick={() => folder.current?.click()}>
            Upload a folder
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
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
          aria-label="Folder to upload"
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
