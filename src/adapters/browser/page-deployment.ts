import type { Deployment, DeploymentCheck } from '../../ports/platform.ts';

/** The element of the page that names the entry of the application. Its address changes with every change of the app. */
const ENTRY_ID = 'app';
const ENTRY = new RegExp(`<script [^>]*id="${ENTRY_ID}"[^>]* src="(?<address>[^"]+)"`, 'u');
const KEY = 'deployment.reloaded-for';

/** The parts of a window that identify a build. */
export type DeploymentWindow = {
  readonly document: { getElementById(id: string): Pick<Element, 'getAttribute'> | null };
  readonly location: Pick<Location, 'reload'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly fetch: typeof fetch;
};

/** Identifies a build by the address of its entry. */
export class PageDeployment implements Deployment {
  private served: string | null = null;

  constructor(private readonly window: DeploymentWindow) {}

  async check(): Promise<DeploymentCheck> {
    const served = await this.servedEntry();
    if (served === null) return 'unreachable';
    this.served = served;
    const own = this.window.document.getElementById(ENTRY_ID)?.getAttribute('src');
    return served === own ? 'newest' : 'outdated';
  }

  reload(): boolean {
    const { served } = this;
    if (served === null || this.wasReloadedFor(served)) return false;
    this.window.location.reload();
    return true;
  }

  /** Null if the host cannot be reached, or sends something else. */
  private async servedEntry(): Promise<string | null> {
    try {
      const response = await this.window.fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
      const html = response.ok ? await response.text() : '';
      return ENTRY.exec(html)?.groups?.['address'] ?? null;
    } catch {
      return null;
    }
  }

  /** Stores that it reloads. If nothing can be stored, it does not reload, because the page could reload without end. */
  private wasReloadedFor(served: string): boolean {
    try {
      const { sessionStorage } = this.window;
      if (sessionStorage.getItem(KEY) === served) return true;
      sessionStorage.setItem(KEY, served);
      return false;
    } catch {
      return true;
    }
  }
}
