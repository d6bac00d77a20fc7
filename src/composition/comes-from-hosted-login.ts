/** The hosted login sends back here; the address tells how it went. */
export const comesFromHostedLogin = ({ pathname, search }: Location): boolean =>
  pathname === '/login' && /[?&](?:code|error)=/u.test(search);
