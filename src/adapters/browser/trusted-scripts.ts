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

/** The service worker, and the files of the build. The development server serves the sources. */
const OWN_SCRIPT = /^\/(?:service-worker\.js$|assets\/|src\/)/;

/** A page may create a policy only once. */
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** The address of a worker, in the form that the page's policy demands (APP-37). */
export function trustedScript(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('workers', {
    createScriptURL: (wanted) => (OWN_SCRIPT.test(wanted) ? wanted : ''),
  });
  return policy?.createScriptURL(address) ?? address;
}
