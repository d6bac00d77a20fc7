/** Tells which addresses media may come from. */
export interface MediaPolicy {
  /** @param address an absolute URL */
  allows(address: string): boolean;
}
