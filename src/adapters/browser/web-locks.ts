/** Web Locks (one holder of a name among all tabs of this origin); null where the browser has none. */
export const webLocks = (
  browser: Partial<Pick<Navigator, 'locks'>>,
): { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> } | null => {
  const { locks } = browser;
  // Absent outside a secure context.
  if (locks === undefined) return null;
  return {
    async request<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      return locks.request(name, async () => work());
    },
  };
};
