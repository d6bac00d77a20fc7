import type { Container } from 'inversify';
import { recordedServices } from '../../adapters/recording/recorded-services.ts';
import type { Recording } from '../../adapters/recording/recording.ts';
import { mountRecordingPanel } from '../../ui/recording/recording-panel.tsx';
import type { Services } from '../../ui/app/services.ts';
import { loadLazyAdapters } from '../start-lazy.ts';
import { recordApplication } from './record-application.ts';

/** A run that is being recorded while it is on the screen. */
export type PageRecording = {
  /** Returns the services that the views must use. */
  services(services: Services): Services;
};

/** Records the run of this page, and shows a panel from which it can be saved (APP-41). */
export function startRecording(container: Container): PageRecording {
  loadLazyAdapters(container);
  const recorder = recordApplication(container);
  mountRecordingPanel(() => download(recorder.export()));
  return { services: (services) => recordedServices(recorder, services) };
}

function download(recording: Recording): void {
  const file = new Blob([JSON.stringify(recording)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `recording-${new Date(recording.startedAt).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  // By then, the download has started to read the address.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
