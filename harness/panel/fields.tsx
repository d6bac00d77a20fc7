import { type ReactNode, useId } from 'react';
import type { Snapshot } from '../frame-api.ts';
import type { HarnessState } from '../state.ts';

type ChoiceProps<Choice extends string> = {
  readonly label: string;
  readonly value: Choice;
  readonly choices: readonly Choice[];
  readonly onChoose: (choice: Choice) => void;
  readonly isDisabled?: boolean;
};

export function Choice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
  isDisabled = false,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice === target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </p>
  );
}

type PartProps = { readonly name: string; readonly children: ReactNode };

export function Part({ name, children }: PartProps) {
  return (
    <fieldset>
      <legend>{name}</legend>
      {children}
    </fieldset>
  );
}

export type ControlsProps = {
  readonly state: HarnessState;
  /** Null until the application runs. */
  readonly snapshot: Snapshot | null;
  /** Changes the state of the running application. */
  readonly change: (change: Partial<HarnessState>) => void;
  /** Changes the state, and starts the application again in it. */
  readonly restart: (change: Partial<HarnessState>) => void;
};
