/** The part of the browser's Web Locks that renewals need: one holder of a name among all tabs. */
export type Locks = { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> };
