import type { Deployment, DeploymentCheck } from '../../ports/deployment.ts';

/** The element of the page that names the scripts of the application. */
const FILES_ID = 'app-files';
const FILES = new RegExp(`<template id="${FILES_ID}">(?<files>.+?)</template>`, 'u');
const KEY = 'deployment.reloaded-for';

/** The parts of a window that identify a build. */
export type DeploymentWindow = {
  readonly document: { getElementById(id: string): Pick<Element, 'innerHTML'> | null };
  readonly location: Pick<Location, 'reload'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly fetch: typeof fetch;
};

/** Identifies a build by the addresses of its scripts, which change with every change of the app. */
export class PageDeployment implements Deployment {
  private served: string | null = null;

  constructor(private readonly window: DeploymentWindow) {}

  async check(): Promise<DeploymentCheck> {
    const served = await this.servedFiles();
    if (served === null) return 'unreachable';
    this.served = served;
    const own = this.window.document.getElementById(FILES_ID)?.innerHTML ?? '';
    return served === own ? 'newest' : 'outdated';
  }

  reload(): boolean {
    const { served } = this;
    if (served === null || this.wasReloadedFor(served)) return false;
    this.window.location.reload();
    return true;
  }

  /** Null if the host cannot be reached, or sends something else. */
  private async servedFiles(): Promise<string | null> {
    try {
      const response = await this.window.fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
      const html = response.ok ? await response.text() : '';
      return FILES.exec(html)?.groups?.['files'] ?? null;
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
