const HOSTS = { US: 'https://api2.amplitude.com', EU: 'https://api.eu.amplitude.com' } as const;

/**
 * Where events go (section 7, analytics service): the zone's own endpoint, single or batch, or the address that the
 * configuration names. An address without a path gets the endpoint's.
 */
export function serverUrlOf(service: {
  readonly serverUrl: string | null;
  readonly zone: 'US' | 'EU';
  readonly batch: boolean;
}): string {
  const path = service.batch ? '/batch' : '/2/httpapi';
  const url = new URL(service.serverUrl ?? HOSTS[service.zone]);
  if (url.pathname === '/') url.pathname = path;
  return url.href;
}
