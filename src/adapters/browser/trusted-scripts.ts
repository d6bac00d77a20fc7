declare global {
  interface Window {
    /** The part of Trusted Types that is used here. Not every browser has it. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string };
    };
  }
}

/**
 * The addresses that may become workers: the service worker, the files of the build, and the sources in development.
 */
const OWN_SCRIPT = /^\/(?:service-worker\.js$|assets\/|src\/)/;

/** The policy is created once, because a page may not create it again. */
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** The address of a worker, in the form that the page's policy demands (APP-37). */
export function trustedScript(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('workers', {
    createScriptURL: (wanted) => (OWN_SCRIPT.test(wanted) ? wanted : ''),
  });
  return policy?.createScriptURL(address) ?? address;
}
