import { describe, expect, test, vi } from 'vitest';

import { userId } from '../../../src/domain/account/user.ts';
import type { Cancellation } from '../../../src/ports/platform.ts';
import type { DownloadFiles, FileId, FileProgress } from '../../../src/ports/downloads.ts';

/** A file of the host. Its content is computed from its tag. */
export type Remote = {
  readonly bytes: number;
  readonly tag: string;
  /** The connection ends before this byte. */
  readonly cutAt?: number;
  /** The host sends nothing from this byte on, and keeps the connection. A host that is slow anyway need not. */
  readonly stallsAt?: number;
  /** The status of each response. */
  readonly status?: 403 | 404 | 503;
};

/** The files of one browser, which two tabs share, and a host that serves files. */
export type DownloadFilesFixture = {
  readonly files: DownloadFiles;
  readonly elsewhere: DownloadFiles;
  /** The address of such a file. */
  address(remote: Remote): string;
  /** The positions from which files were requested, in order. */
  starts(): Promise<readonly number[]>;
  /** Reads an address of `open`: the tag of the content, and its length. Null if there is nothing. */
  read(address: string): Promise<{ readonly tag: string; readonly bytes: number } | null>;
  /** Leaves room for fewer than 1,000,000 bytes. */
  fill(): Promise<void>;
  /** Deletes the data of a file, like a browser that needs room. */
  evict(file: FileId): Promise<void>;
  /** Removes the last byte of a file. */
  cutShort(file: FileId): Promise<void>;
  /** From now on the browser cannot read a file, until the returned function is called. */
  refuseReads(file: FileId): Promise<() => void>;
  /** From now on this browser stores no files. */
  block(): void;
};

const MISSING = { ok: false, error: { kind: 'missing' } };
const ADA = userId('ada');
const BOB = userId('bob');
const FILE: FileId = { listener: ADA, name: 'book_1' };
const SMALL: Remote = { bytes: 300_000, tag: 'one' };
/** A file whose transfer takes a while, also on the same machine. */
const LARGE: Remote = { bytes: 40_000_000, tag: 'large' };

/** A cancellation, and what triggers it. */
const cancellable = (): { readonly cancellation: Cancellation; readonly abort: () => void } => {
  const controller = new AbortController();
  return { cancellation: controller.signal, abort: () => controller.abort() };
};

/** The tests that every adapter of the files must pass. */
export const describeDownloadFiles = (
  name: string,
  make: () => DownloadFilesFixture | Promise<DownloadFilesFixture>,
): void => {
  const content = async ({ files, read }: DownloadFilesFixture, file = FILE) => {
    const opened = await files.open(file);
    return opened.ok ? read(opened.value) : null;
  };

  describe(`${name} is a DownloadFiles`, () => {
    test('stores a file, and opens it (DOWN-14)', async () => {
      const fixture = await make();
      const { files, address } = fixture;
      expect(await files.isSupported()).toBe(true);
      expect(await files.open(FILE)).toEqual(MISSING);
      const stored = { name: FILE.name, bytes: SMALL.bytes };
      expect(await files.transfer(FILE, address(SMALL))).toEqual({ ok: true, value: stored });
      expect(await content(fixture)).toEqual({ tag: 'one', bytes: SMALL.bytes });
      expect(await files.files(ADA)).toEqual([stored]);
      expect((await files.contents(FILE)).ok, 'the bytes').toBe(true);
      expect(await files.contents({ ...FILE, name: 'other' })).toEqual(MISSING);
    });

    test('fetches a file that is whole only once', async () => {
      const { files, address, starts } = await make();
      await files.transfer(FILE, address(SMALL));
      expect((await files.transfer(FILE, address(SMALL))).ok).toBe(true);
      expect(await starts()).toEqual([0]);
    });

    test('goes on where the connection was lost', async () => {
      const fixture = await make();
      const { files, address, starts } = fixture;
      const cut = await files.transfer(FILE, address({ ...SMALL, cutAt: 100_000 }));
      expect(cut).toEqual({ ok: false, error: { kind: 'unreachable' } });
      expect(await files.open(FILE)).toEqual(MISSING);
      expect(await files.files(ADA)).toEqual([]);
      expect((await files.transfer(FILE, address(SMALL))).ok).toBe(true);
      const [first, second = 0, ...more] = await starts();
      expect([first, more]).toEqual([0, []]);
      expect(second).toBeGreaterThan(0);
      expect(second).toBeLessThanOrEqual(100_000);
      expect(await content(fixture)).toEqual({ tag: 'one', bytes: SMALL.bytes });
    });

    test('starts over if the file has changed', async () => {
      const fixture = await make();
      const { files, address } = fixture;
      await files.transfer(FILE, address({ ...SMALL, cutAt: 100_000 }));
      const changed: Remote = { bytes: 200_000, tag: 'two' };
      await files.transfer(FILE, address(changed));
      expect((await files.transfer(FILE, address(changed))).ok).toBe(true);
      expect(await content(fixture)).toEqual({ tag: 'two', bytes: 200_000 });
    });

    test.each([
      [403, 'expired'],
      [404, 'gone'],
      [503, 'unreachable'],
    ] as const)('says what a refusal means', async (status, kind) => {
      const { files, address } = await make();
      const refused = await files.transfer(FILE, address({ ...SMALL, status }));
      expect(refused).toEqual({ ok: false, error: { kind } });
      expect(await files.open(FILE)).toEqual(MISSING);
    });

    test('stops when it is cancelled, and goes on later', async () => {
      const { files, address } = await make();
      const { cancellation, abort } = cancellable();
      const begun = new Promise<void>((resolve) => {
        files.progress.subscribe(() => resolve());
      });
      const stalling = { ...LARGE, stallsAt: LARGE.bytes / 2 };
      const transfer = files.transfer(FILE, address(stalling), { cancellation });
      await begun;
      abort();
      expect(await transfer).toEqual({ ok: false, error: { kind: 'cancelled' } });
      expect(await files.open(FILE)).toEqual(MISSING);
      expect((await files.transfer(FILE, address(LARGE))).ok).toBe(true);
      const late = cancellable();
      late.abort();
      const never = await files.transfer({ ...FILE, name: 'late' }, address(SMALL), late);
      expect(never).toEqual({ ok: false, error: { kind: 'cancelled' } });
    });

    test('says that there is no room, and leaves other files as they are', async () => {
      const fixture = await make();
      const { files, address, fill } = fixture;
      await files.transfer(FILE, address(SMALL));
      await fill();
      const other = { ...FILE, name: 'other' };
      expect(await files.transfer(other, address(LARGE))).toEqual({ ok: false, error: { kind: 'full' } });
      expect(await files.open(other)).toEqual(MISSING);
      expect(await content(fixture)).toEqual({ tag: 'one', bytes: SMALL.bytes });
    });

    test('does not open a file that was deleted or cut short, and fetches it again (DOWN-14)', async () => {
      const fixture = await make();
      const { files, address, evict, cutShort } = fixture;
      for (const damage of [evict, cutShort]) {
        await files.transfer(FILE, address(SMALL));
        expect((await files.open(FILE)).ok).toBe(true);
        await damage(FILE);
        expect(await files.open(FILE)).toEqual(MISSING);
        expect(await files.files(ADA)).toEqual([]);
        expect((await files.transfer(FILE, address(SMALL))).ok).toBe(true);
        expect(await content(fixture)).toEqual({ tag: 'one', bytes: SMALL.bytes });
      }
    });

    test('says that a file cannot be read now, and opens it when it can', async () => {
      const fixture = await make();
      const { files, address, refuseReads } = fixture;
      await files.transfer(FILE, address(SMALL));
      const allowReads = await refuseReads(FILE);
      expect(await files.open(FILE)).toEqual({ ok: false, error: { kind: 'unreadable' } });
      expect(await files.files(ADA)).toBeNull();
      allowReads();
      expect(await content(fixture)).toEqual({ tag: 'one', bytes: SMALL.bytes });
      expect(await files.files(ADA)).toHaveLength(1);
    });

    test('transfers a file in one of two tabs, and both know the progress and have the file (DOWN-17)', async () => {
      const fixture = await make();
      const { files, elsewhere, address, starts } = fixture;
      const seen: FileProgress[] = [];
      elsewhere.progress.subscribe((progress) => seen.push(progress));
      const both = await Promise.all([
        files.transfer(FILE, address(LARGE)),
        elsewhere.transfer(FILE, address(LARGE)),
      ]);
      expect(both.map(({ ok }) => ok)).toEqual([true, true]);
      expect(await starts()).toEqual([0]);
      await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
      expect(seen.every(({ file, total }) => file.name === FILE.name && total === LARGE.bytes)).toBe(true);
      expect(seen.every(({ bytes }) => bytes <= LARGE.bytes)).toBe(true);
      expect((await elsewhere.open(FILE)).ok).toBe(true);
    });

    test('separates the files of two listeners', async () => {
      const fixture = await make();
      const { files, address } = fixture;
      const other = { ...FILE, listener: BOB };
      await files.transfer(FILE, address(SMALL));
      expect(await files.open(other)).toEqual(MISSING);
      expect(await files.files(BOB)).toEqual([]);
      await files.transfer(other, address({ bytes: 100_000, tag: 'two' }));
      await files.deleteAllOf(ADA);
      expect(await files.open(FILE)).toEqual(MISSING);
      expect(await files.files(ADA)).toEqual([]);
      expect(await content(fixture, other)).toEqual({ tag: 'two', bytes: 100_000 });
    });

    test('deletes a file, also one that does not exist, and nothing else', async () => {
      const { files, address } = await make();
      const other = { ...FILE, name: 'other' };
      await files.transfer(FILE, address(SMALL));
      await files.transfer(other, address(SMALL));
      await files.delete(FILE);
      await files.delete({ ...FILE, name: 'unknown' });
      await files.deleteAllOf(userId('nobody'));
      expect((await files.files(ADA))?.map((file) => file.name)).toEqual(['other']);
    });

    test('deletes what is not used, also a part of a file, and nothing of another listener', async () => {
      const { files, address, starts } = await make();
      const part = { ...FILE, name: 'part' };
      const used = { ...FILE, name: 'used' };
      await files.transfer(FILE, address(SMALL));
      await files.transfer({ ...FILE, listener: BOB }, address(SMALL));
      await files.transfer(used, address(SMALL));
      await files.transfer(part, address({ ...SMALL, cutAt: 100_000 }));
      const asked: string[] = [];
      await files.deleteUnused(ADA, (each) => {
        asked.push(each);
        return each === used.name;
      });
      expect(asked.toSorted()).toEqual([FILE.name, part.name, used.name]);
      expect((await files.files(ADA))?.map((file) => file.name)).toEqual([used.name]);
      expect(await files.files(BOB)).toHaveLength(1);
      await files.transfer(part, address(SMALL));
      expect((await starts()).at(-1)).toBe(0);
    });

    test('does not delete what is transferred, in any tab', async () => {
      const fixture = await make();
      const { files, elsewhere, address } = fixture;
      const begun = new Promise<void>((resolve) => {
        files.progress.subscribe(() => resolve());
      });
      const transfer = files.transfer(FILE, address(LARGE));
      await begun;
      await elsewhere.deleteUnused(ADA, () => false);
      expect((await transfer).ok).toBe(true);
      expect(await content(fixture)).toEqual({ tag: 'large', bytes: LARGE.bytes });
    });

    test('deletes a file during its transfer', async () => {
      const { files, address } = await make();
      const { cancellation, abort } = cancellable();
      const transfer = files.transfer(FILE, address(LARGE), { cancellation });
      abort();
      await files.delete(FILE);
      await transfer;
      await files.delete(FILE);
      expect(await files.open(FILE)).toEqual(MISSING);
      expect(await files.files(ADA)).toEqual([]);
    });

    test('accepts any name', async () => {
      const { files, address } = await make();
      for (const odd of ['', '..', 'a/b\\c', 'ä'.repeat(300), 'con.json']) {
        expect((await files.transfer({ listener: ADA, name: odd }, address(SMALL))).ok).toBe(true);
        expect((await files.open({ listener: ADA, name: odd })).ok).toBe(true);
      }
      expect(await files.files(ADA)).toHaveLength(5);
    });

    test('says how much room is used and left', async () => {
      const { files, address } = await make();
      await files.transfer(FILE, address(SMALL));
      const space = await files.space();
      if (space !== null) expect(Math.min(space.used, space.left)).toBeGreaterThan(0);
      expect(typeof (await files.isPersistent())).toBe('boolean');
      expect(await files.persist()).toBe(await files.isPersistent());
    });

    test('stores nothing in a browser without a store', async () => {
      const { files, address, block } = await make();
      block();
      expect(await files.isSupported()).toBe(false);
      expect(await files.transfer(FILE, address(SMALL))).toEqual({ ok: false, error: { kind: 'blocked' } });
      expect(await files.open(FILE)).toEqual(MISSING);
      expect(await files.files(ADA)).toBeNull();
      await files.delete(FILE);
      await files.deleteUnused(ADA, () => false);
      await files.deleteAllOf(ADA);
    });
  });
};
