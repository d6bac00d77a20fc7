import { message, type Message } from '../../../../src/domain/message.ts';
import { DetailedError, Upload } from 'tus-js-client';
import type { Auth } from '../../../../src/ports/auth.ts';
import type { Signal } from '../../../../src/ports/platform.ts';
import type { LocalFile, RunningUpload, UploadEvents, Uploads } from '../../ports/studio-api.ts';
import { DISK_FULL, refusalOf } from './refusals.ts';

/** Pauses before another attempt, in milliseconds. A lost network is waited for about five minutes. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000];

/** A request that sends nothing and gets no response for this long is given up, in milliseconds (STU-35). */
const SILENT_AFTER = 60_000;

/** So many silent requests in a row end the upload. */
const MOST_SILENT = 5;

/** A request holds at most this many bytes, so that a proxy with a limit lets it pass. */
const CHUNK_SIZE = 32 * 1024 * 1024;

export type TusUploadsOptions = {
  /** The address of the product API, with or without a path. */
  readonly apiUrl: string;
  readonly auth: Pick<Auth, 'session' | 'renew'>;
  /** The browser has a network again. */
  readonly networkReturned: Signal<null>;
};

const CONNECTION_LOST = {
  message: message('The connection was lost. Retry goes on where it stopped.'),
  isRefused: false,
};

const SESSION_ENDED = {
  message: message('The session has ended. Sign in again, and choose the file again to go on.'),
  isRefused: false,
};

/** Resumable uploads by the protocol tus 1.0. */
export class TusUploads implements Uploads {
  constructor(private readonly options: TusUploadsOptions) {}

  start(file: LocalFile, path: string, events: UploadEvents): RunningUpload {
    if (!(file instanceof File)) {
      events.failed({ message: message('This is no file.'), isRefused: true });
      return { cancel: () => undefined };
    }
    const endpoint = `${this.options.apiUrl.replace(/\/+$/u, '')}/api/studio/uploads`;
    let isCancelled = false;
    let hasStarted = false;
    // True while a request waits for the session. It cannot be stopped then.
    let isPreparing = false;
    let silentRequests = 0;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(silence);
      returned.unsubscribe();
    };
    const goOn = (): void => {
      if (hasStarted && !isPreparing) void upload.abort().then(() => upload.start());
    };
    const awaitSign = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        silentRequests += 1;
        if (silentRequests < MOST_SILENT) {
          goOn();
          return;
        }
        end();
        void upload.abort();
        events.failed(CONNECTION_LOST);
      }, SILENT_AFTER);
    };
    const upload = new Upload(file, {
      endpoint,
      chunkSize: CHUNK_SIZE,
      retryDelays: RETRY_DELAYS,
      metadata: { filename: file.name, relativePath: path },
      removeFingerprintOnSuccess: true,
      // The same file in another folder is another upload.
      fingerprint: async () => ['studio', endpoint, path, file.size, file.lastModified].join(' '),
      onBeforeRequest: async (request) => {
        isPreparing = true;
        const session = await this.options.auth.session();
        isPreparing = false;
        // not translated: a header of HTTP
        if (session.ok) request.setHeader('Authorization', `Bearer ${session.value.accessToken}`);
        awaitSign();
      },
      onAfterResponse: async (_request, response) => {
        clearTimeout(silence);
        if (response.getStatus() !== 401) return;
        const session = await this.options.auth.session();
        if (session.ok) await this.options.auth.renew(session.value);
      },
      onShouldRetry: ({ originalResponse }) => {
        clearTimeout(silence);
        return mayPass(originalResponse?.getStatus() ?? 0);
      },
      onProgress: (sent) => {
        silentRequests = 0;
        awaitSign();
        events.progressed(sent);
      },
      onSuccess: () => {
        end();
        events.done();
      },
      onError: (error) => {
        end();
        if (!isCancelled) events.failed(failureOf(error));
      },
    });
    // Goes on at once: not after the pause between two attempts, and not with a request that the lost network holds.
    const returned = this.options.networkReturned.subscribe(goOn);
    const begin = async (): Promise<void> => {
      const [earlier] = await upload.findPreviousUploads();
      if (isCancelled) return;
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      upload.start();
      hasStarted = true;
    };
    begin().catch((error: unknown) => events.failed(failureOf(error)));
    return {
      cancel: () => {
        isCancelled = true;
        end();
        // Without a network nothing can be deleted. The provider deletes unfinished uploads after a day.
        upload.abort(true).catch(() => undefined);
      },
    };
  }
}

/** Whether another attempt may help: no response, a busy or failed provider, a lock, or a session that was renewed. */
const mayPass = (status: number): boolean =>
  status === 0 || (status >= 500 && status !== DISK_FULL) || [401, 409, 423, 429].includes(status);

const failureOf = (error: unknown): { readonly message: Message; readonly isRefused: boolean } => {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (response === null || response === undefined || mayPass(status)) {
    return status === 401 ? SESSION_ENDED : CONNECTION_LOST;
  }
  return refusalOf(status, response.getBody());
};
