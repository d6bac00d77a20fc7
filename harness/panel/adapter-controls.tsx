import { useState } from 'react';
import { chosenAdapter, SWAPPED } from '../adapters.ts';
import type { Outcome } from '../suites.ts';
import { Choice, type ControlsProps, Part } from './fields.tsx';

type Run = {
  readonly suite: string;
  readonly isRunning: boolean;
  readonly outcomes: readonly Outcome[];
};

export function AdapterControls({ state, restart }: ControlsProps) {
  const [run, setRun] = useState<Run | null>(null);
  const start = async (suite: string): Promise<void> => {
    let outcomes: readonly Outcome[] = [];
    setRun({ suite, isRunning: true, outcomes });
    const { runSuites } = await import('../suites.ts');
    await runSuites(suite, (outcome) => {
      outcomes = [...outcomes, outcome];
      setRun({ suite, isRunning: true, outcomes });
    });
    setRun({ suite, isRunning: false, outcomes });
  };
  return (
    <Part name="Adapters">
      {Object.entries(SWAPPED).map(([port, adapters]) => {
        const chosen = chosenAdapter(port, state.adapters[port]);
        return (
          <div className="adapter" key={port}>
            <Choice
              label={port}
              value={chosen?.name ?? ''}
              choices={adapters.map(({ name }) => name)}
              onChoose={(name) => restart({ adapters: { ...state.adapters, [port]: name } })}
            />
            <button
              type="button"
              disabled={run?.isRunning === true}
              onClick={() => void start(chosen?.suite ?? '')}
            >
              Run the suite of {chosen?.name}
            </button>
          </div>
        );
      })}
      {run !== null && <Results {...run} />}
    </Part>
  );
}

function Results({ suite, isRunning, outcomes }: Run) {
  const failed = outcomes.filter(({ failure }) => failure !== null).length;
  const passed = outcomes.length - failed;
  return (
    <section aria-label={`Suite of ${suite}`}>
      <p role="status">
        {isRunning ? 'Running: ' : ''}
        {passed} passed, {failed} failed
      </p>
      <ul className="lines">
        {outcomes.map(({ name, failure }) => (
          <li key={name}>
            {failure === null ? '✓' : '✗'} {name}
            {failure !== null && <pre>{failure}</pre>}
          </li>
        ))}
      </ul>
    </section>
  );
}
