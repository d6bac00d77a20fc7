/** The part of the browser's Web Locks that renewals need: at most one tab holds a name. */
export type Locks = { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> };
