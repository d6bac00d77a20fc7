import { createRoot } from 'react-dom/client';
import { useEffect, useRef, useState } from 'react';
import { formatRunTime } from '../../src/domain/catalogue/content.ts';
import { instant } from '../../src/domain/time.ts';
import {
  type Frame,
  type HarnessState,
  NETWORKS,
  SOUNDS,
  SPEEDS,
  STORAGES,
  type Snapshot,
  queryOf,
  stateOf,
} from '../state.ts';
import { CatalogueControls, Choice, type ControlsProps, ListenerControls, Part } from './fields.tsx';
import { chosenAdapter, SWAPPED } from '../adapters.ts';
import type { Outcome } from '../suites.ts';
import 'audio-streaming-components/styles/tokens.css';
import './panel.css';

/** Milliseconds between two readings of the application in the frame. */
const PERIOD = 250;

const frameAddress = (state: HarnessState): string => `frame.html${queryOf(state)}`;

/** The panel beside the application. The address of the page always holds the state that is shown. */
function Panel() {
  const [state, setState] = useState(() => stateOf(window.location.search));
  const [address, setAddress] = useState(() => frameAddress(state));
  const [starts, setStarts] = useState(0);
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const frame = useRef<Frame | null>(null);

  useEffect(() => {
    window.connectFrame = (connected) => {
      frame.current = connected;
      setSnapshot(connected.snapshot());
    };
    const timer = setInterval(() => {
      if (frame.current !== null) setSnapshot(frame.current.snapshot());
    }, PERIOD);
    return () => {
      clearInterval(timer);
      delete window.connectFrame;
    };
  }, []);

  /** The state of this moment: the chosen one, with the time, the path and the position that the application has reached. */
  const current: HarnessState =
    snapshot === null ? state : { ...state, at: snapshot.now, path: snapshot.path, player: snapshot.player };
  // The address needs no milliseconds, and browsers limit how often it may change.
  const query = queryOf({ ...current, at: secondsOf(current.at) });
  useEffect(() => window.history.replaceState(null, '', `${window.location.pathname}${query}`), [query]);

  const parts: ControlsProps = {
    state: current,
    snapshot,
    change: (change) => {
      const next = { ...current, ...change };
      setState(next);
      void frame.current?.apply(next);
    },
    restart: (change) => {
      const next = { ...current, ...change };
      setState(next);
      frame.current = null;
      setSnapshot(null);
      setAddress(frameAddress(next));
      setStarts(starts + 1);
    },
  };

  return (
    <>
      <div className="app">
        {/* The frame shows a page of this project. Without its origin it could not connect to the panel. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe key={starts} title="Application" src={address} allow="autoplay" />
      </div>
      <aside className="panel" aria-label="Harness">
        <h1>Harness</h1>
        <p>The app on doubles, without a server. The address of this page holds its state.</p>
        <TimeControls {...parts} />
        <ListenerControls {...parts} />
        <CatalogueControls {...parts} />
        <FaultControls {...parts} />
        <AdapterControls {...parts} />
        <Outgoing snapshot={snapshot} />
      </aside>
    </>
  );
}

const secondsOf = (at: HarnessState['at']): HarnessState['at'] => instant(Math.floor(at / 1000) * 1000);

/** The most lines of a list. */
const MOST = 100;

/** The calls and events that went out, newest first. */
function Outgoing({ snapshot }: { readonly snapshot: Snapshot | null }) {
  if (snapshot === null) return null;
  const lists = [
    { name: 'Calls', lines: snapshot.calls },
    { name: 'Analytics events', lines: snapshot.events },
    { name: 'Messaging events', lines: snapshot.messaging },
    { name: 'Reports', lines: snapshot.reports },
    { name: 'Log', lines: snapshot.log },
  ];
  return (
    <Part name="Sent">
      <p>
        Player: {playerText(snapshot)}. Notices: {snapshot.notices.join(' ') || 'none'}
      </p>
      {lists.map(({ name, lines }) => (
        <details key={name}>
          <summary>
            {name} ({lines.length})
          </summary>
          <ol className="lines" reversed>
            {lines
              .map((line, at) => ({ line, at }))
              .slice(-MOST)
              .toReversed()
              .map(({ line, at }) => (
                <li key={at} value={at + 1}>
                  {line}
                </li>
              ))}
          </ol>
        </details>
      ))}
    </Part>
  );
}

const playerText = ({ player }: Snapshot): string =>
  player === null ? 'empty' : `${player.name}, ${player.status} at ${formatRunTime(player.position)}`;

type Run = {
  readonly suite: string;
  readonly isRunning: boolean;
  readonly outcomes: readonly Outcome[];
};

function AdapterControls({ state, restart }: ControlsProps) {
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

const LEAPS = [
  { name: '1 minute', span: 60_000 },
  { name: '10 minutes', span: 600_000 },
  { name: '1 hour', span: 3_600_000 },
  { name: '1 day', span: 86_400_000 },
];

const labelOf = (speed: number): string => (speed === 0 ? 'stands still' : `${String(speed)} times`);

function TimeControls({ state, change, restart }: ControlsProps) {
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
function FaultControls({ state, change }: ControlsProps) {
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

const root = document.getElementById('panel');
if (root !== null) createRoot(root).render(<Panel />);
