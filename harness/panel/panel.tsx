import { useEffect, useRef, useState } from 'react';
import { formatRunTime } from '../../src/domain/catalogue/content.ts';
import { instant } from '../../src/domain/time.ts';
import type { Frame, Snapshot } from '../frame-api.ts';
import { type HarnessState, queryOf, stateOf } from '../state.ts';
import { AdapterControls } from './adapter-controls.tsx';
import { CatalogueControls, ListenerControls } from './catalogue-controls.tsx';
import { FaultControls, TimeControls } from './time-controls.tsx';
import { type ControlsProps, Part } from './fields.tsx';

/** Milliseconds between two readings of the application in the frame. */
const PERIOD = 250;

const frameAddress = (state: HarnessState): string => `frame.html${queryOf(state)}`;

/** The panel beside the application. The address of the page always holds the state that is shown. */
export function Panel() {
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
