import { describe, expect, test, vi } from 'vitest';
import type { FileDescription } from '../../../src/adapters/origin-files/file-store.ts';
import { transferFile, type OpenFile } from '../../../src/adapters/origin-files/transfer-file.ts';

/** A file in memory. */
class MemoryFile implements OpenFile {
  described: FileDescription | null = null;
  data: number[] = [];
  /** Writing fails beyond this size. */
  room = Number.POSITIVE_INFINITY;

  description() {
    return this.described;
  }
  describe(described: FileDescription) {
    this.described = described;
  }
  size() {
    return this.data.length;
  }
  write(bytes: Uint8Array, at: number) {
    if (at + bytes.length > this.room) throw new DOMException('no room', 'QuotaExceededError');
    this.data = [...this.data.slice(0, at), ...bytes];
    return bytes.length;
  }
  truncate(size: number) {
    this.data = this.data.slice(0, size);
  }
  flush() {
    // Nothing is buffered.
  }
}

const HEADERS = { 'Content-Type': 'audio/mpeg', 'Content-Length': '4', ETag: '"a"' };
const PART: FileDescription = { name: 'file', type: 'audio/mpeg', length: 4, validator: '"a"' };

const response = (body: readonly number[], headers: Record<string, string> = HEADERS, status = 200) =>
  new Response(status === 416 ? null : Uint8Array.from(body), { status, headers });

const transfer = async (
  file: OpenFile,
  respond: (request: RequestInit) => Promise<Response> | Response,
  isPage = false,
) => {
  const requests: RequestInit[] = [];
  const result = await transferFile(file, 'file', 'https://media.invalid/file', {
    fetch: async (_address, request) => {
      requests.push(request);
      return respond(request);
    },
    room: async () => 10_000_000,
    signal: new AbortController().signal,
    isPage,
    progressed: () => undefined,
  });
  return { result, requests };
};

/** A file whose first two of four bytes are there. */
const partial = (): MemoryFile => {
  const file = new MemoryFile();
  file.described = PART;
  file.data = [1, 2];
  return file;
};

const RANGE = { ...HEADERS, 'Content-Length': '2', 'Content-Range': 'bytes 2-3/4' };

describe('a transfer', () => {
  test('goes on where the data ends, if the host says that the file is the same (DOWN-13)', async () => {
    const file = partial();
    const { result, requests } = await transfer(file, () => response([3, 4], RANGE, 206));
    expect(result).toEqual({ ok: true, value: { bytes: 4 } });
    expect(file.data).toEqual([1, 2, 3, 4]);
    expect(requests[0]?.headers).toEqual({ Range: 'bytes=2-', 'If-Range': '"a"' });
  });

  describe('from a host that does not allow If-Range (DOWN-70)', () => {
    /** Refuses the header as `fetch` does without the permission of the other origin. */
    const without =
      (rest: Response): ((request: RequestInit) => Response) =>
      ({ headers }) => {
        const sent = new Headers(headers);
        if (sent.has('If-Range')) throw new TypeError('Failed to fetch');
        return sent.has('Range') ? rest : response([5, 6, 7, 8], { ...HEADERS, ETag: '"b"' });
      };

    test.each([
      ['its version and range', RANGE],
      ['its version and length', { ...HEADERS, 'Content-Length': '2' }],
    ] as const)('goes on if the response names %s', async (_what, headers) => {
      const file = partial();
      const { result, requests } = await transfer(file, without(response([3, 4], headers, 206)));
      expect(result).toEqual({ ok: true, value: { bytes: 4 } });
      expect(file.data).toEqual([1, 2, 3, 4]);
      expect(requests.map(({ headers: sent }) => sent)).toEqual([
        { Range: 'bytes=2-', 'If-Range': '"a"' },
        { Range: 'bytes=2-' },
      ]);
    });

    test('goes on by the date of a file without a version', async () => {
      const date = { 'Content-Type': 'audio/mpeg', 'Content-Length': '2', 'Last-Modified': 'yesterday' };
      const file = partial();
      file.described = { ...PART, validator: 'yesterday' };
      await transfer(file, without(response([3, 4], date, 206)));
      expect(file.data).toEqual([1, 2, 3, 4]);
    });

    test.each([
      ['another version', { ...RANGE, ETag: '"b"' }],
      ['no version', { 'Content-Type': 'audio/mpeg', 'Content-Length': '2' }],
      ['another length', { ...RANGE, 'Content-Range': 'bytes 2-3/5' }],
      ['another place', { ...RANGE, 'Content-Range': 'bytes 1-3/4' }],
      ['no length', { 'Content-Type': 'audio/mpeg', ETag: '"a"' }],
    ] as const)('starts over if the response has %s (DOWN-13)', async (_what, headers) => {
      const file = partial();
      const { result } = await transfer(file, without(response([3, 4], headers, 206)));
      expect(result).toEqual({ ok: true, value: { bytes: 4 } });
      expect(file.data).toEqual([5, 6, 7, 8]);
      expect(file.described?.validator).toBe('"b"');
    });

    test('keeps its data while there is no network', async () => {
      const file = partial();
      const { result, requests } = await transfer(file, () => {
        throw new TypeError('Failed to fetch');
      });
      expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } });
      expect(requests).toHaveLength(2);
      expect(file.data).toEqual([1, 2]);
    });
  });

  test('starts over if the response has the whole file', async () => {
    const file = partial();
    await transfer(file, () => response([5, 6, 7, 8], { ...HEADERS, ETag: '"b"' }));
    expect(file.data).toEqual([5, 6, 7, 8]);
    expect(file.described?.validator).toBe('"b"');
  });

  test('describes its file before the first request, and keeps the description if nobody responds', async () => {
    const file = new MemoryFile();
    let name: string | undefined;
    const { result } = await transfer(file, () => {
      name = file.described?.name;
      throw new TypeError('Failed to fetch');
    });
    expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } });
    expect(name).toBe('file');
    expect(file.described).toEqual({ name: 'file', type: '', length: null, validator: null });
    const again = await transfer(file, () => response([1, 2, 3, 4]));
    expect(again.requests[0]?.headers).toEqual({});
    expect(file.described).toEqual(PART);
  });

  test('does not ask for the rest of a file that has no version', async () => {
    const file = partial();
    file.described = { ...PART, validator: null };
    const { requests } = await transfer(file, () => response([1, 2, 3, 4]));
    expect(requests[0]?.headers).toEqual({});
  });

  test.each([
    ['another place', { ...RANGE, 'Content-Range': 'bytes 1-3/4' }, 206],
    ['another length', { ...RANGE, 'Content-Range': 'bytes 2-3/5' }, 206],
    ['another version', { ...RANGE, ETag: '"b"' }, 206],
    ['another length, with a hidden range', { ...HEADERS, 'Content-Length': '3' }, 206],
    ['no such range', HEADERS, 416],
  ] as const)(
    'fails because the file has changed (%s), and deletes its data (DOWN-13)',
    async (_what, headers, status) => {
      const file = partial();
      const { result } = await transfer(file, () => response([3, 4], headers, status));
      expect(result).toEqual({ ok: false, error: { kind: 'changed' } });
      expect(file.data).toEqual([]);
    },
  );

  test('fails because the date of the file has changed, although the host ignores If-Range', async () => {
    const file = partial();
    file.described = { ...PART, validator: 'yesterday' };
    const { ETag: _, ...headers } = { ...RANGE, 'Last-Modified': 'today' };
    const { result } = await transfer(file, () => response([3, 4], headers, 206));
    expect(result).toEqual({ ok: false, error: { kind: 'changed' } });
    expect(file.data).toEqual([]);
  });

  test('goes on if the host hides the version and the range from other origins', async () => {
    const file = partial();
    await transfer(file, () => response([3, 4], { 'Content-Type': 'audio/mpeg' }, 206));
    expect(file.data).toEqual([1, 2, 3, 4]);
  });

  test('starts over if the length was never announced, because nothing could prove the rest (DOWN-13)', async () => {
    const file = partial();
    file.described = { ...PART, length: null };
    const { requests } = await transfer(file, () => response([5, 6, 7, 8]));
    expect(requests[0]?.headers).toEqual({});
    expect(file.data).toEqual([5, 6, 7, 8]);
  });

  test('a part that nobody asked for counts as the file only as far as its range says', async () => {
    const file = partial();
    file.described = { ...PART, validator: null };
    const hidden = await transfer(file, () => response([5, 6], { ...HEADERS, 'Content-Length': '2' }, 206));
    expect(hidden.result).toEqual({ ok: false, error: { kind: 'unreachable' } });
    const range = { ...HEADERS, 'Content-Length': '2', 'Content-Range': 'bytes 0-1/4' };
    const part = await transfer(file, () => response([5, 6], range, 206));
    expect(part.result).toEqual({ ok: false, error: { kind: 'unreachable' } });
    expect((await transfer(file, () => response([7, 8], RANGE, 206))).result).toMatchObject({ ok: true });
    expect(file.data).toEqual([5, 6, 7, 8]);
  });

  test('a response that is too short can be continued, and one that is too long counts as another file', async () => {
    const file = new MemoryFile();
    expect((await transfer(file, () => response([1, 2, 3]))).result).toMatchObject({
      error: { kind: 'unreachable' },
    });
    expect(file.data).toEqual([1, 2, 3]);
    expect((await transfer(new MemoryFile(), () => response([1, 2, 3, 4, 5]))).result).toMatchObject({
      error: { kind: 'changed' },
    });
  });

  test('stores the length at the end if it was not announced', async () => {
    const file = new MemoryFile();
    const { result } = await transfer(file, () => response([1, 2, 3], { 'Content-Type': 'audio/mpeg' }));
    expect(result).toEqual({ ok: true, value: { bytes: 3 } });
    expect(file.described?.length).toBe(3);
  });

  test('deletes its data if the disk is full (DOWN-16)', async () => {
    const file = new MemoryFile();
    file.room = 3;
    const { result } = await transfer(file, () => response([1, 2, 3, 4]));
    expect(result).toEqual({ ok: false, error: { kind: 'full' } });
    expect(file.data).toEqual([]);
  });

  describe('in a browser that stores less than it says (DOWN-89)', () => {
    const NOISE = [4_294_967_288, -8, 3, 5, 1.5, Number.NaN, Number.POSITIVE_INFINITY];

    test.each(NOISE)('a write that returns %d of 4 bytes has found no room', async (written) => {
      for (const announced of [HEADERS, { 'Content-Type': 'audio/mpeg' }]) {
        const file = new MemoryFile();
        file.write = (bytes) => {
          file.data = [...bytes];
          return written;
        };
        const { result } = await transfer(file, () => response([1, 2, 3, 4], announced));
        expect(result).toEqual({ ok: false, error: { kind: 'full' } });
        expect(file.data).toEqual([]);
      }
    });

    test('a write that stores nothing is noticed by the size of the file', async () => {
      for (const announced of [HEADERS, { 'Content-Type': 'audio/mpeg' }]) {
        const file = new MemoryFile();
        file.write = (bytes) => bytes.length;
        const { result } = await transfer(file, () => response([1, 2, 3, 4], announced));
        expect(result).toEqual({ ok: false, error: { kind: 'full' } });
      }
    });

    test('data that cannot be flushed is removed, also after a cut connection', async () => {
      for (const sent of [
        [1, 2, 3, 4],
        [1, 2],
      ]) {
        const file = new MemoryFile();
        file.flush = () => {
          throw new DOMException('flush failed', 'InvalidStateError');
        };
        const { result } = await transfer(file, () => response(sent));
        expect(result).toEqual({ ok: false, error: { kind: 'full' } });
        expect(file.data).toEqual([]);
      }
    });

    test.each(NOISE.filter((size) => size !== 3))(
      'a size of %d is not where a file goes on',
      async (size) => {
        const file = partial();
        file.size = () => (file.data.length === 2 ? size : file.data.length);
        const { requests } = await transfer(file, () => response([5, 6, 7, 8]));
        expect(requests.flatMap(({ headers }) => Object.keys(headers ?? {}))).toEqual([]);
        expect([
          [1, 2],
          [5, 6, 7, 8],
        ]).toContainEqual(file.data);
      },
    );

    test('old data that is not deleted is not mixed with a new version', async () => {
      const file = partial();
      file.truncate = () => undefined;
      const { result } = await transfer(file, () => response([5, 6, 7, 8], { ...HEADERS, ETag: '"b"' }));
      expect(result).toEqual({ ok: false, error: { kind: 'blocked' } });
      expect([file.data, file.described]).toEqual([[1, 2], PART]);
    });
  });

  test('a file that is larger than the free room is not started (DOWN-16)', async () => {
    const file = new MemoryFile();
    const { result } = await transfer(file, () =>
      response([1, 2], { ...HEADERS, 'Content-Length': '9000000' }),
    );
    expect(result).toEqual({ ok: false, error: { kind: 'full' } });
    expect(file.described?.length).toBeNull();
  });

  test('HTML counts as the file only if the file is HTML', async () => {
    const page = () => response([1, 2], { 'Content-Type': 'text/html; charset=utf-8' });
    const { result } = await transfer(new MemoryFile(), page);
    expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } });
    expect((await transfer(new MemoryFile(), page, true)).result).toEqual({ ok: true, value: { bytes: 2 } });
  });

  test('a silent connection counts as lost', async () => {
    vi.useFakeTimers();
    const file = new MemoryFile();
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Uint8Array.of(1)),
    });
    const pending = transfer(file, ({ signal }) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      void silent.pipeTo(writable, signal instanceof AbortSignal ? { signal } : {}).catch(() => undefined);
      return new Response(readable, { headers: HEADERS });
    });
    await vi.advanceTimersByTimeAsync(31_000);
    vi.useRealTimers();
    expect((await pending).result).toEqual({ ok: false, error: { kind: 'unreachable' } });
    expect(file.data).toEqual([1]);
  });
});
