import { type ReactNode, useId, useState } from 'react';
import type { Bound, Window } from '../../src/domain/time.ts';
import { TITLES, titlesOf } from '../catalogue.ts';
import { type HarnessState, LISTENERS, type Snapshot, WINDOWS, type WindowName, boundOf } from '../state.ts';

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

const NAMES: Readonly<Record<WindowName, string>> = {
  validity: 'available',
  listenFree: 'free to listen',
  discount: 'on sale',
};

/** The text of a bound, to the minute, for an input. */
const minutesOf = (bound: Bound): string =>
  typeof bound === 'number' ? new Date(bound).toISOString().slice(0, 16) : '';

/** The windows of the catalogue's titles. An empty bound is open, or the window does not count. */
export function CatalogueControls({ state, change }: ControlsProps) {
  const [title, setTitle] = useState(TITLES[0]?.title ?? '');
  const item = titlesOf(state).find((each) => each.title === title);
  if (item === undefined) return null;
  const windows: Readonly<Record<WindowName, Window>> = {
    validity: item.validity,
    listenFree: item.listenFreeWindow,
    discount: item.discount.window,
  };
  const set = (name: WindowName, window: Window): void =>
    change({
      windows: [
        ...state.windows.filter((other) => other.title !== item.id || other.name !== name),
        { title: item.id, name, window },
      ],
    });
  return (
    <Part name="Windows">
      <Choice label="Title" value={title} choices={TITLES.map((each) => each.title)} onChoose={setTitle} />
      {WINDOWS.map((name) => (
        <div
          className="window"
          role="group"
          aria-label={`${title} is ${NAMES[name]}`}
          key={`${item.id} ${name}`}
        >
          <span aria-hidden="true">{NAMES[name]}</span>
          {(['from', 'till'] as const).map((bound) => (
            <label key={bound}>
              {bound}
              <input
                type="datetime-local"
                value={minutesOf(windows[name][bound])}
                onChange={({ target: { value } }) =>
                  set(name, { ...windows[name], [bound]: boundOf(value === '' ? '' : `${value}Z`) })
                }
              />
            </label>
          ))}
        </div>
      ))}
    </Part>
  );
}

export function ListenerControls({ state, change, restart }: ControlsProps) {
  const toggle = (id: string): readonly string[] =>
    state.purchases.includes(id) ? state.purchases.filter((each) => each !== id) : [...state.purchases, id];
  return (
    <Part name="Listener">
      <Choice
        label="Membership"
        value={state.listener}
        choices={LISTENERS}
        onChoose={(listener) => {
          const isVisitor = listener === 'visitor' || state.listener === 'visitor';
          if (isVisitor) restart({ listener, path: '/' });
          else change({ listener });
        }}
      />
      <details>
        <summary>Purchases ({state.purchases.length})</summary>
        {TITLES.map(({ id, title }) => (
          <label className="check" key={id}>
            <input
              type="checkbox"
              checked={state.purchases.includes(id)}
              onChange={() => change({ purchases: toggle(id) })}
            />
            {title}
          </label>
        ))}
      </details>
    </Part>
  );
}
