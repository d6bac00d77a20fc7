import { Subject } from 'rxjs';
import * as v from 'valibot';
import { type UserId, userId } from '../../domain/account/user.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Download, StoredTrackState } from '../../domain/downloads/download.ts';
import { trackId } from '../../domain/playback/track.ts';
import type { Result } from '../../domain/result.ts';
import { instant } from '../../domain/time.ts';
import type { DownloadList, DownloadSettings } from '../../ports/downloads.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/platform.ts';
import { finite, item, nullable, text } from './stored-item.ts';

const PREFIX = 'download.';
const TITLE = `${PREFIX}title.`;
const SETTINGS = `${PREFIX}settings.`;
/** Written and deleted again, to learn whether the browser stores anything. No other tab notices it. */
const PROBE = 'probe';

const at = v.pipe(finite, v.transform(instant));

// The first load contains every part of the schema library that a page uses. `variant` would add one more part.
const state: v.GenericSchema<unknown, StoredTrackState> = v.union([
  v.object({ kind: v.picklist(['waiting']) }),
  v.object({ kind: v.picklist(['stopped']) }),
  v.object({ kind: v.picklist(['downloaded']), bytes: v.pipe(finite, v.minValue(1)), at }),
  v.object({
    kind: v.picklist(['failed']),
    reason: v.picklist(['full', 'blocked', 'unreachable', 'gone', 'changed', 'not-allowed']),
  }),
]);

const storedDownload: v.GenericSchema<unknown, Download> = v.object({
  listener: v.pipe(text, v.nonEmpty(), v.transform(userId)),
  item,
  children: v.array(item),
  tracks: v.pipe(
    v.array(v.object({ id: v.pipe(text, v.nonEmpty(), v.transform(trackId)), src: text, state })),
    v.nonEmpty(),
  ),
  requestedAt: at,
});

const storedSettings: v.GenericSchema<unknown, DownloadSettings> = v.object({
  removesHeard: v.boolean(),
  contactAt: nullable(at),
  refusedToKeep: v.boolean(),
});

const DEFAULTS: DownloadSettings = { removesHeard: false, contactAt: null, refusedToKeep: false };

/** The part of a key that names a listener. Its only dot is at its end. */
const ofListener = (listener: UserId): string => `${encodeURIComponent(listener).replaceAll('.', '%2E')}.`;

/** The downloads in this browser's storage. Each has its own key, so two tabs can write at the same time. */
export class StoredDownloadList implements DownloadList {
  readonly changedElsewhere = new Subject<void>();

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || key.startsWith(PREFIX)) this.changedElsewhere.next();
    });
  }

  isReadable(): boolean {
    const written = this.store.set(PROBE, '');
    this.store.delete(PROBE);
    return written.ok || written.error.kind === 'full';
  }

  downloads(listener: UserId): readonly Download[] {
    const prefix = TITLE + ofListener(listener);
    return this.store
      .keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.read(key, storedDownload) ?? [])
      .filter((download) => download.listener === listener)
      .toSorted(
        (one, other) => other.requestedAt - one.requestedAt || (one.item.id < other.item.id ? -1 : 1),
      );
  }

  save(download: Download): Result<void, StoreFailure> {
    const key = TITLE + ofListener(download.listener) + download.item.id;
    return this.store.set(key, JSON.stringify(download));
  }

  delete(listener: UserId, title: ContentId): void {
    this.store.delete(TITLE + ofListener(listener) + title);
  }

  settings(listener: UserId): DownloadSettings {
    return this.read(SETTINGS + ofListener(listener), storedSettings) ?? DEFAULTS;
  }

  saveSettings(listener: UserId, settings: DownloadSettings): Result<void, StoreFailure> {
    return this.store.set(SETTINGS + ofListener(listener), JSON.stringify(settings));
  }

  deleteAllOf(listener: UserId): void {
    const prefix = TITLE + ofListener(listener);
    for (const key of this.store.keys()) if (key.startsWith(prefix)) this.store.delete(key);
    this.store.delete(SETTINGS + ofListener(listener));
  }

  /** Null if there is none. Deletes one that cannot be read. */
  private read<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | null {
    const stored = this.store.get(key);
    if (stored === null) return null;
    try {
      const decoded = v.safeParse(schema, JSON.parse(stored));
      if (decoded.success) return decoded.output;
    } catch {
      // Invalid JSON counts as unreadable.
    }
    this.store.delete(key);
    return null;
  }
}
