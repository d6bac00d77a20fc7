import { instant } from '../../src/domain/time.ts';
import { chosenAdapter } from '../adapters.ts';
import { NETWORKS, SOUNDS, SPEEDS, STORAGES } from '../state.ts';
import { Choice, type ControlsProps, Part } from './fields.tsx';

const LEAPS = [
  { name: '1 minute', span: 60_000 },
  { name: '10 minutes', span: 600_000 },
  { name: '1 hour', span: 3_600_000 },
  { name: '1 day', span: 86_400_000 },
];

const labelOf = (speed: number): string => (speed === 0 ? 'stands still' : `${String(speed)} times`);

export function TimeControls({ state, change, restart }: ControlsProps) {
  return (
    <Part name="Time">
      <p>
        <time dateTime={new Date(state.at).toISOString()}>
          {new Date(state.at).toISOString().slice(0, 19).replace('T', ' ')} UTC
        </time>
      </p>
      <Choice
        label="Speed"
        value={labelOf(state.speed)}
        choices={SPEEDS.map(labelOf)}
        onChoose={(label) => change({ speed: SPEEDS.find((speed) => labelOf(speed) === label) ?? 1 })}
      />
      <p className="buttons">
        {LEAPS.map(({ name, span }) => (
          <button type="button" key={name} onClick={() => change({ at: instant(state.at + span) })}>
            Skip {name}
          </button>
        ))}
      </p>
      <p className="field">
        <label htmlFor="start-at">Start again at (UTC)</label>
        <input
          id="start-at"
          type="datetime-local"
          defaultValue={new Date(state.at).toISOString().slice(0, 16)}
          onBlur={({ target }) => {
            const at = Date.parse(`${target.value}Z`);
            if (!Number.isNaN(at) && target.value !== target.defaultValue) restart({ at: instant(at) });
          }}
        />
      </p>
    </Part>
  );
}

/** Faults of the network and the storage, and the behaviour of the sound. They are faults of the doubles. */
export function FaultControls({ state, change }: ControlsProps) {
  const isDouble = (port: string): boolean => chosenAdapter(port, state.adapters[port])?.make === null;
  return (
    <Part name="Faults">
      <Choice
        label="Network"
        value={state.network}
        choices={NETWORKS}
        onChoose={(network) => change({ network })}
      />
      <Choice
        label="Storage"
        value={state.storage}
        choices={STORAGES}
        onChoose={(storage) => change({ storage })}
        isDisabled={!isDouble('KeyValueStore')}
      />
      <Choice
        label="Sound"
        value={state.sound}
        choices={SOUNDS}
        onChoose={(sound) => change({ sound })}
        isDisabled={!isDouble('AudioOutput')}
      />
    </Part>
  );
}
