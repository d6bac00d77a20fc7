import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../components/controls/button.tsx';
import styles from './recording-panel.module.css';

type RecordingPanelProps = { readonly onSave: () => void };

/** Shows that this run is recorded, and what is left out. Saves the recording for a problem report (APP-41). */
function RecordingPanel({ onSave }: RecordingPanelProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) {
    return (
      <div className={styles['collapsed']}>
        <Button onClick={() => setOpen(true)}>
          <span className={styles['mark']} aria-hidden="true" />
          Recording
        </Button>
      </div>
    );
  }
  return (
    <section className={styles['panel']} aria-label="Recording">
      <p className={styles['text']}>
        <span className={styles['mark']} aria-hidden="true" />
        Recording what you do here, to show what went wrong. Passwords, codes, names and addresses are left
        out.
      </p>
      <div className={styles['actions']}>
        <Button look="primary" onClick={onSave}>
          Save recording
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          Hide
        </Button>
      </div>
    </section>
  );
}

/** Mounts the panel beside the application, in a root of its own. */
export function mountRecordingPanel(onSave: () => void): void {
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(<RecordingPanel onSave={onSave} />);
}
