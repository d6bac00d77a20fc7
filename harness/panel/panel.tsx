import { useEffect, useRef, useState } from 'react';
import type { Frame, Snapshot } from '../frame-api.ts';
import { instant } from '../../src/domain/time.ts';
import { queryOf, stateOf, type HarnessState } from '../state.ts';
import { AdapterControls } from './adapter-controls.tsx';
import { CatalogueControls } from './catalogue-controls.tsx';
import type { ControlsProps } from './controls-props.ts';
import { FaultControls } from './fault-controls.tsx';
import { ListenerControls } from './listener-controls.tsx';
import { Outgoing } from './outgoing.tsx';
import { TimeControls } from './time-controls.tsx';

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
