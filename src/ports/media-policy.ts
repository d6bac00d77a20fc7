/** Decides which addresses media may come from (APP-25). */
export interface MediaPolicy {
  /** @param address an absolute URL */
  allows(address: string): boolean;
}
