import type { BrowserTab } from './browser-session.ts';

/**
 * Runs in the page before all other scripts. Records errors, warnings and violations of the policy, also those of
 * earlier pages of this tab. WebDriver cannot read the console, and WebKit prints nothing in a private session.
 */
function recordProblems(): void {
  const name = 'recorded-problems';
  const problems = JSON.parse(sessionStorage.getItem(name) ?? '[]') as string[];
  Reflect.set(globalThis, name, problems);
  const note = (problem: string): void => {
    problems.push(problem);
    sessionStorage.setItem(name, JSON.stringify(problems));
  };
  const inWords = (value: unknown): string =>
    Object(value) === value && !(value instanceof Error) ? JSON.stringify(value) : String(value);
  for (const level of ['error', 'warn'] as const) {
    const write = console[level];
    console[level] = (...values: readonly unknown[]) => {
      note(`${level}: ${values.map(inWords).join(' ')}`);
      Reflect.apply(write, console, values);
    };
  }
  addEventListener('error', ({ message }) => note(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    note(`The Content Security Policy (${effectiveDirective}) blocked ${blockedURI}`),
  );
}

/** Adds the recording to a page. The provider allows inline scripts of its own page. */
export const withRecording = (html: string): string =>
  html.replace(
    '<head>',
    () => `<head><script type="text/javascript">(${String(recordProblems)})();</script>`,
  );

/** What was recorded in a tab so far. */
export const recordedProblems = async (tab: BrowserTab): Promise<readonly string[]> =>
  tab.evaluate(() => (Reflect.get(globalThis, 'recorded-problems') ?? []) as readonly string[]);
