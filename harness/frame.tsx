import { createMemoryHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { ContentItem } from '../src/domain/catalogue/content.ts';
import { milliseconds, seconds } from '../src/domain/time.ts';
import type { Container } from '../src/composition/container.ts';
import { openApp } from '../src/ui/app/app.tsx';
import type { Services } from '../src/ui/services.ts';
import { EMAIL, Harness, PASSWORD, type Ports } from '../test/harness.ts';
import { chosenAdapter, SWAPPED } from './adapters.ts';
import { profileOf, SUBJECTS, titlesOf, findTitle, LISTENER } from './catalogue.ts';
import { type Frame, type HarnessState, type Snapshot, stateOf } from './state.ts';
import type { PlayerState } from '../src/application/player-state.ts';
import { TOKENS } from '../src/composition/tokens.ts';
import { PLAYER_STORE_DEFAULTS, type PlayerStore } from '../src/domain/stores.ts';
import { isTrackValid } from '../src/domain/entitlement/play-decision.ts';
import { formatTracks } from '../src/domain/playback/track.ts';
import { pageId, type SavedPosition } from '../src/domain/progress/position.ts';

// An address of the harness may name what plays. Before the application starts, it is written to the storage and the
// journal. The application then restores it as after a reload.

/** Where the application stores its player. */
const KEY = 'store.player';

/**
 * Stores the player of a state, before the application starts. A storage that outlives the page may hold another one,
 * which is replaced.
 */
function storePlayer(container: Container, state: HarnessState): void {
  const store = container.get(TOKENS.store);
  const stored = storedPlayer(state);
  if (stored === null) {
    store.delete(KEY);
    return;
  }
  store.set(KEY, JSON.stringify(stored.player));
  container.get(TOKENS.journal).savePosition(stored.position);
}

/** Continues as the state says: plays, stays paused, or hides the player. What may not play tells why, as always. */
function continuePlayer(
  { togglePlayback, playerControls }: Services,
  player: PlayerState,
  state: HarnessState,
): void {
  if (!player.isPresent) return;
  if (state.player?.status === 'playing') void togglePlayback.toggle();
  if (state.player?.status === 'closed') playerControls.close();
}

/** What is in the player, as an address says it. */
function contentOf(player: PlayerState): Snapshot['player'] {
  const { audio, track, position, speed } = player;
  if (audio === null || track === null) return null;
  const isPending = player.pendingId === audio.id;
  const wantsToPlay = player.isPlaying || isPending || player.needsTap || player.phase === 'error';
  const status = player.isHidden ? 'closed' : wantsToPlay ? 'playing' : 'paused';
  return { status, title: audio.id, track: track.id, name: track.title, position, speed };
}

type StoredPlayer = { readonly player: PlayerStore; readonly position: SavedPosition };

/** Null if the player is empty, if nobody is signed in, or if the catalogue has no such title or track. */
function storedPlayer(state: HarnessState): StoredPlayer | null {
  const { player, at, listener } = state;
  const found = player === null ? null : findTitle(state, player.title);
  if (player === null || found === null || listener === 'visitor') return null;
  // The current track stays, although its window may have closed while it played.
  const playlist = formatTracks(found.item, found.episodes).filter(
    (track) => track.id === player.track || isTrackValid(track, at),
  );
  const index = playlist.findIndex(({ id }) => id === player.track);
  const track = playlist[index];
  if (track === undefined) return null;
  return {
    player: {
      ...PLAYER_STORE_DEFAULTS,
      currentAudio: found.item,
      playlist,
      currentTrackIndex: index,
      currentTrackId: track.id,
      userId: LISTENER,
      playbackSpeed: player.speed,
    },
    position: {
      listener: LISTENER,
      page: pageId('shared'),
      audio: found.item.id,
      contentId: track.contentId,
      track: track.id,
      chapterIndex: track.chapterIndex,
      position: player.position,
      at,
      chosenAt: at,
      base: 'unknown',
      unconfirmed: [],
    },
  };
}

// The application in its frame: on doubles, in the state of the frame's address.

/** Milliseconds between two moves of the application's clock. */
const STEP = 100;
/** The duration of a call while the network is slow. */
const SLOW = milliseconds(3000);

const first = stateOf(window.location.search);
const root = document.getElementById('root');
if (root === null) throw new Error('The page of the frame has no root.');
const mount = createRoot(root);

function show(services: Services) {
  const history = createMemoryHistory({ initialEntries: [first.path] });
  const app = openApp(services, { history });
  mount.render(app.screens);
  return { app, history };
}

async function open(): Promise<Frame> {
  // The provider in memory reads this list at each call, so a changed title counts at once.
  const items: ContentItem[] = [...titlesOf(first)];
  const harness = new Harness({
    ...SUBJECTS,
    items,
    user: profileOf(first, EMAIL),
    startAt: first.at,
    durationOf: () => seconds(600),
    ports: await swappedPorts(first),
    asPage: true,
    watch: (container: Container) => storePlayer(container, first),
  });
  if (first.listener !== 'visitor') await harness.auth.signIn({ email: EMAIL, password: PASSWORD });

  let state = first;
  applyFaults(harness, state);
  applySound(harness, state);
  const { services } = harness;
  const { app, history } = show(services);
  harness.auth.ended.subscribe(() => app.recheckRoute());

  let isMoving = false;
  setInterval(() => {
    if (isMoving) return;
    // While the time stands still, what is due now still happens: a response of the provider, for example.
    isMoving = true;
    void harness.clock.advanceAsync(STEP * state.speed).finally(() => {
      isMoving = false;
      applySound(harness, state);
    });
  }, STEP);

  continuePlayer(services, harness.player, state);

  return {
    apply: async (next) => {
      state = next;
      applyFaults(harness, next);
      items.splice(0, items.length, ...titlesOf(next));
      harness.api.content.user = profileOf(next, EMAIL);
      await harness.clock.advanceAsync(Math.max(next.at - harness.clock.now(), 0));
      services.followTime.move();
      await services.followMembership.returned(() => undefined);
      app.refreshScreen();
    },
    snapshot: () => snapshotOf(harness, history.location.href),
  };
}

async function swappedPorts({ adapters }: HarnessState): Promise<Partial<Ports>> {
  const made = await Promise.all(
    Object.keys(SWAPPED).map(async (port) => chosenAdapter(port, adapters[port])?.make?.() ?? {}),
  );
  return made.reduce<Partial<Ports>>((all, ports) => Object.assign(all, ports), {});
}

function applyFaults(harness: Harness, { network, storage }: HarnessState): void {
  const isOffline = network === 'offline';
  harness.api.faults.isUnreachable = isOffline;
  harness.api.faults.failure = network === 'failing' ? { kind: 'server' } : null;
  harness.api.faults.delay = network === 'slow' ? SLOW : milliseconds(0);
  harness.pool.isUnreachable = isOffline;
  if (isOffline) harness.network.goOffline();
  else if (!harness.network.isOnline()) harness.network.goOnline();
  harness.store.isBlocked = storage === 'blocked';
  harness.store.isFull = storage === 'full';
  harness.journal.isFull = storage !== 'works';
}

/** The double of the sound behaves as the state says, from now on and at each later play. */
function applySound({ output }: Harness, { sound }: HarnessState): void {
  output.deniesNextPlay = sound === 'denied';
  output.failsNextLoad = sound === 'fails';
  if (sound === 'stalls') output.stall();
  else output.resumeData();
  if (sound === 'fails' && output.isPlaying) output.failWith('network');
}

const snapshotOf = (harness: Harness, path: string): Snapshot => ({
  now: harness.clock.now(),
  path,
  player: contentOf(harness.player),
  notices: harness.notices,
  calls: harness.api.faults.calls,
  events: harness.analytics.sent.map(({ name }) => name),
  messaging: harness.messaging.sent.map(({ name }) => name),
  reports: [
    ...harness.api.playback.reports.map((report) => `position ${JSON.stringify(report)}`),
    ...harness.api.playback.royalties.map((report) => `royalty ${JSON.stringify(report)}`),
  ],
  log: harness.log.entries.map(({ level, message }) => `${level}: ${message}`),
});

window.parent.connectFrame?.(await open());
