import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { DownloadsServices } from '../../../application/downloads/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import styles from './storage-section.module.css';
import { sizeInWords } from './words.ts';

type StorageSectionProps = { readonly services: DownloadsServices };

/**
 * Shows how much room downloads take, whether the browser promises to keep them, and whether heard ones are removed
 * (DOWN-58).
 */
export const StorageSection = observer(function StorageSection({ services }: StorageSectionProps) {
  const { downloads, removeDownloads } = services;
  const headingId = useId();
  return (
    <section className={styles['storage']} aria-labelledby={headingId}>
      <h2 id={headingId}>Storage</h2>
      <Room services={services} />
      {!downloads.isEmpty && <KeepPromise services={services} />}
      <Switch
        label="Remove downloads when heard"
        isOn={downloads.removesHeard}
        onSet={(on) => removeDownloads.setRemovesHeard(on)}
      />
    </section>
  );
});

const Room = observer(function Room({ services: { downloads } }: StorageSectionProps) {
  const used = sizeInWords(downloads.bytes);
  if (downloads.space === null) return <p>{used} used</p>;
  const { left } = downloads.space;
  const part = downloads.bytes / Math.max(1, downloads.bytes + left);
  return (
    <div className={styles['room']}>
      <div className={styles['meter']} aria-hidden="true">
        {downloads.bytes > 0 && <span style={{ inlineSize: `${part * 100}%` }} />}
      </div>
      <p>
        <strong>{used}</strong> used · {sizeInWords(left)} left
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
        {downloads.isPersistent
          ? 'This browser keeps your downloads until you remove them.'
          : downloads.refusedToKeep
            ? 'This browser did not promise it. Your downloads stay as long as there is room.'
            : 'This browser may remove downloads when the device runs out of room.'}
      </p>
      {!downloads.isPersistent && !downloads.refusedToKeep && (
        <Button onClick={() => void downloadedFiles.keep()}>Keep my downloads</Button>
      )}
    </div>
  );
});
