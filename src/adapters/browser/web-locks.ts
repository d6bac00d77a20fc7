/** Returns Web Locks, which give a name to one tab of this origin at a time. Null if the browser has none. */
export const webLocks = (
  browser: Partial<Pick<Navigator, 'locks'>>,
): { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> } | null => {
  const { locks } = browser;
  // They are missing outside a secure context.
  if (locks === undefined) return null;
  return {
    async request<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      return locks.request(name, async () => work());
    },
  };
};
