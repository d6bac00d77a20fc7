import { formatRunTime } from '../../src/domain/catalogue/run-time.ts';
import type { Snapshot } from '../frame-api.ts';
import { Part } from './fields.tsx';

/** The most lines of a list. */
const MOST = 100;

/** The calls and events that went out, newest first. */
export function Outgoing({ snapshot }: { readonly snapshot: Snapshot | null }) {
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
