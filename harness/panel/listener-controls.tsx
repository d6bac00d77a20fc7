import { TITLES } from '../catalogue.ts';
import { LISTENERS } from '../state.ts';
import { Choice, Part } from './fields.tsx';
import type { ControlsProps } from './controls-props.ts';

/** Who listens: membership and purchases. */
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
