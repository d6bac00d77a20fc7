const HOSTS = { US: 'https://api2.amplitude.com', EU: 'https://api.eu.amplitude.com' } as const;

/**
 * Returns the address that events are sent to: the configured one, else the endpoint of the zone (ANA-36). A configured
 * address without a path gets the path of the endpoint.
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
