import { useState } from 'react';
import type { Recording } from '../../src/adapters/recording/recording.ts';
import { keepOpened } from '../recordings.ts';
import { Part } from './fields.tsx';
import type { ControlsProps } from './controls-props.ts';

type ReplayControlsProps = ControlsProps & { readonly recording: () => Recording | null };

/** Saves the run as a recording, and replays a recording in the page. */
export function ReplayControls({ state, snapshot, restart, recording }: ReplayControlsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const isRecording = keepOpened(await file.text());
    setProblem(isRecording ? null : `${file.name} is not a recording.`);
    if (isRecording) restart({ replay: 'file' });
  };
  const replayed = snapshot?.replay ?? null;
  return (
    <Part name="Recording">
      <p className="buttons">
        <button type="button" onClick={() => save(recording())} disabled={state.replay !== null}>
          Save this run
        </button>
        {state.replay === null ? (
          <button type="button" onClick={() => restart({ replay: 'no-address', path: '/trending' })}>
            Replay the example
          </button>
        ) : (
          <button type="button" onClick={() => restart({ replay: null })}>
            End the replay
          </button>
        )}
      </p>
      <p className="field">
        <label htmlFor="recording">Replay a file</label>
        <input
          id="recording"
          type="file"
          accept="application/json"
          onChange={({ target }) => void open(target.files?.[0])}
        />
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      {replayed !== null && (
        <section aria-label="Replay">
          <p role="status">
            {replayed.differences.length === 0
              ? 'The application did the same as in the recording.'
              : `${String(replayed.differences.length)} differences from the recording:`}
          </p>
          <ul className="lines">
            {replayed.differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
          <details>
            <summary>Commands and calls ({replayed.entries.length})</summary>
            <ol className="lines">
              {replayed.entries.map((entry, at) => (
                // A recording never changes.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at}>{entry}</li>
              ))}
            </ol>
          </details>
        </section>
      )}
    </Part>
  );
}

function save(recording: Recording | null): void {
  if (recording === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(recording)], { type: 'application/json' }));
  link.download = 'recording.json';
  link.click();
  // By then, the download has started to read the address.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
