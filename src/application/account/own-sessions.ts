import { message } from '../../domain/message.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { ApiFailure, ApiResult } from '../../ports/content-api.ts';
import type { OwnSession, SessionsApi } from '../../ports/own-sessions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES } from '../notices-state.ts';
import { OwnSessionsState } from './own-sessions-state.ts';

type Outcome = Promise<Result<void, { readonly message: string }>>;

/** Failures of the list that mean that the provider does not offer it (ACC-39). */
const ABSENT: ReadonlySet<ApiFailure['kind']> = new Set(['not-found', 'rejected', 'malformed']);

const messageOf = ({ kind }: ApiFailure): string => {
  switch (kind) {
    case 'no-session':
    case 'unauthorized':
      return MESSAGES.notAuthenticated;
    case 'unreachable':
    case 'timeout':
      return message('You seem to be offline. Please try again once there is a connection.');
    default:
      return MESSAGES.saveFailed;
  }
};

/** Lists where the listener is signed in, and ends sessions of other browsers. */
export class OwnSessions {
  static readonly inject: Inject<typeof OwnSessions> = [PORTS.sessionsApi, OwnSessionsState];
  /** Changes when the session ends. A response of the session before is ignored. */
  private era = 0;

  constructor(
    private readonly api: SessionsApi,
    private readonly state: OwnSessionsState,
  ) {}

  reset(): void {
    this.era += 1;
  }

  async load(): Promise<void> {
    const { era } = this;
    const listed = await this.api.list();
    if (era !== this.era) return;
    if (listed.ok) this.state.setSessions(listed.value);
    else if (ABSENT.has(listed.error.kind)) this.state.setAbsent();
    else this.state.setFailure(messageOf(listed.error));
  }

  /** Ends the session of another browser. It is signed out there at its next call (ACC-40). */
  async end({ id }: OwnSession): Outcome {
    return this.change(await this.api.end(id));
  }

  /** Ends every session but this one. */
  async endOthers(): Outcome {
    return this.change(await this.api.endOthers());
  }

  /** The list is loaded again, also after a failure: the provider may have carried out the change. */
  private async change(changed: ApiResult<void>): Outcome {
    await this.load();
    return changed.ok ? ok(undefined) : failed({ message: messageOf(changed.error) });
  }
}
