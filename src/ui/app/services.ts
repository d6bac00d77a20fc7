import { createContext, useContext } from 'react';
import type { AccountServices } from '../../application/account/services.ts';
import type { ApplicationServices } from '../../application/services.ts';

/** What the host's configuration lets the screens show (contract 2). */
export type ScreenSettings = {
  readonly brand: string;
  /** Whether listeners may sign in on a page of the sign-in service's own. */
  readonly offersHostedLogin: boolean;
  /** How a new account is confirmed: by a code that is typed in, or by a link that is opened. */
  readonly signUpConfirmation: 'code' | 'link';
  /** Null: there is no such page. */
  readonly links: {
    readonly help: string | null;
    readonly privacy: string | null;
    readonly terms: string | null;
    readonly annual: string | null;
    readonly monthly: string | null;
    /** Where one title is bought, with a placeholder for its id. */
    readonly purchase: string | null;
    readonly mobileApp: string | null;
  };
};

/**
 * Everything the views may use: states to observe and use cases to call. The type follows from the tables of the
 * application layer. No view sees a container, an adapter or a port.
 */
export type Services = ApplicationServices & {
  readonly settings: ScreenSettings;

  /** Fetches the code of the lazy services, for as long as it takes. */
  readonly loadLazyServices: () => Promise<void>;

  /** What only the account page needs; rejects when it cannot be fetched. */
  readonly openAccount: () => Promise<AccountServices>;

  /** An image's or PDF's address made absolute; null unless it is http or https (contract 3.17). */
  readonly mediaUrl: (address: string | null) => string | null;
};

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** The services of the running application; only to be called below `ServicesProvider`. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('No services: a view was rendered outside its provider');
  return services;
}
