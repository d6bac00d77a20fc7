/** True if the hosted login has redirected here; its parameters hold the result (SES-45). */
export const comesFromHostedLogin = ({ pathname, search }: Location): boolean =>
  pathname === '/login' && /[?&](?:code|error)=/u.test(search);
