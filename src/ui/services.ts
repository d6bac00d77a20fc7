import { createContext, useContext } from 'react';
import type { AccountServices } from '../application/account/services.ts';
import type { DownloadsServices } from '../application/downloads-services.ts';
import type { ApplicationServices } from '../application/services.ts';
import type { Offer } from '../domain/entitlement/play-decision.ts';

/** The part of the host's configuration that the screens use. */
export type ScreenSettings = {
  readonly brand: string;
  /** What the membership offers (ENT-79). */
  readonly offer: Offer;
  /** The hosted login page of the sign-in service. Null if there is none (SES-45). */
  readonly hostedLogin: {
    /** Whether it takes passkeys (SES-142); with `only`, the sign-in screen has no other button for it. */
    readonly passkeys?: 'on' | 'only' | undefined;
    /** The names of the providers at which listeners can sign in (SES-153). */
    readonly providers?: readonly string[];
    /** `off`: the sign-in screen has no button for the page itself. */
    readonly button?: 'on' | 'off' | undefined;
  } | null;
  /** How a new account is confirmed: by typing a code, or by opening a link (SES-53). */
  readonly signUpConfirmation: 'code' | 'link';
  /** Null if the configuration does not name the page (APP-31). */
  readonly links: {
    readonly help: string | null;
    readonly privacy: string | null;
    readonly terms: string | null;
    readonly annual: string | null;
    readonly monthly: string | null;
    /** The purchase address, with a placeholder for the id of the title (APP-32). */
    readonly purchase: string | null;
    readonly mobileApp: string | null;
  };
  /** What the page at a path shows, for a visitor. Null if the host does not say it (APP-82). */
  readonly shared: { readonly path: string; readonly title: string } | null;
};

/**
 * Everything that the views may use: states to observe and use cases to call. The type is derived from the service
 * tables of the application layer. No view sees a container, an adapter or a port.
 */
export type Services = ApplicationServices & {
  readonly settings: ScreenSettings;

  /** Fetches the code of the lazy services, and retries until it succeeds. */
  readonly loadLazyServices: () => Promise<void>;

  /** The use cases of the account page; rejects when their code cannot be fetched. */
  readonly openAccount: () => Promise<AccountServices>;

  /**
   * The state and the use cases of downloads; rejects when their code cannot be fetched. Use it only where the
   * configuration names no mobile app (DOWN-12).
   */
  readonly openDownloads: () => Promise<DownloadsServices>;

  /** Keeps a chosen language with the account (LANG-9); rejects when its code cannot be fetched. */
  readonly saveLanguage: (language: string) => Promise<void>;

  /** Makes the address of an image or PDF absolute; null unless it is http or https (APP-39). */
  readonly mediaUrl: (address: string | null) => string | null;
};

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** The services of the running application. Call it only below `ServicesProvider`. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('No services: a view was rendered outside its provider');
  return services;
}
