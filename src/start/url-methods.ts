/**
 * Adds `URL.parse` and `URL.canParse`, which the app uses, where the browser lacks them (APP-60): Chrome and Firefox before
 * 126 and Safari before 18 have no `parse`.
 *
 * @param target the browser's `URL`
 */
export function addUrlMethods(target: object): void {
  const parse = (address: string | URL, base?: string | URL): URL | null => {
    try {
      return new URL(address, base);
    } catch {
      return null;
    }
  };
  const canParse = (address: string | URL, base?: string | URL): boolean => parse(address, base) !== null;
  for (const [name, method] of Object.entries({ parse, canParse })) {
    if (!(name in target)) Reflect.set(target, name, method);
  }
}
