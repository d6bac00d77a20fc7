/**
 * Returns the browser's Web Locks, which only one tab of an origin can hold at a time. Null if the browser has none.
 */
export const webLocks = (
  browser: Partial<Pick<Navigator, 'locks'>>,
): { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> } | null => {
  const { locks } = browser;
  // Web Locks do not exist outside a secure context.
  if (locks === undefined) return null;
  return {
    async request<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      return locks.request(name, async () => work());
    },
  };
};
