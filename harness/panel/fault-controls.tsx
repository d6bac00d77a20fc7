import { chosenAdapter } from '../adapters.ts';
import { NETWORKS, SOUNDS, STORAGES } from '../state.ts';
import { Choice, Part } from './fields.tsx';
import type { ControlsProps } from './controls-props.ts';

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
