import { mediaUrlFrom } from '../adapters/http/api-path.ts';
import { services, type ApplicationServices } from '../application/services.ts';
import type { Services } from '../ui/services.ts';
import type { Container } from './container.ts';
import type { LazyServices } from './lazy-services.ts';
import { resolve } from './register.ts';
import { TOKENS } from './tokens.ts';

/** Resolves the record of services for the screens and the router; no other code of theirs sees the container. */
export function resolveServices(container: Container, lazyServices: LazyServices): Services {
  const { brand, links, offer, shared, apiUrl, hostedLogin, signUpConfirmation } = container.get(
    TOKENS.configuration,
  );
  // Built at its first use: the first page needs few of them.
  const instances = Object.entries(services).map(([name, entry]) => [
    name,
    typeof entry === 'function'
      ? { get: () => resolve<object>(container, entry), enumerable: true }
      : { value: lazyServices.standIn(name, entry.methods), enumerable: true },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table gives each entry its type
  const record = Object.defineProperties({}, Object.fromEntries(instances) as PropertyDescriptorMap);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table gives each entry its type
  return Object.assign(record as ApplicationServices, {
    settings: {
      brand,
      links,
      offer,
      shared,
      hostedLogin,
      signUpConfirmation,
    },
    loadLazyServices: async () => {
      await lazyServices.load();
    },
    openAccount: async () => {
      await lazyServices.load();
      return (await import('./open-account.ts')).openAccount(container);
    },
    openDownloads: async () => {
      await lazyServices.load();
      return (await import('./open-downloads.ts')).openDownloads(container);
    },
    saveLanguage: async (language: string) => {
      await lazyServices.load();
      const { ListenerLanguage } = await import('../application/session/listener-language.ts');
      await resolve(container, ListenerLanguage).save(language);
    },
    mediaUrl: mediaUrlFrom(apiUrl),
  });
}
