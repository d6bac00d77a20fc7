import { downloadsServices, type DownloadsServices } from '../application/downloads-services.ts';
import type { Container } from './container.ts';
import { resolveAll } from './register.ts';

/** Builds the use cases of downloads when a view first needs them. */
export const openDownloads = (container: Container): DownloadsServices =>
  resolveAll(container, downloadsServices);
