/** Decides which addresses media may come from (APP-25). */
export interface MediaPolicy {
  /**
   * True if media may be fetched from this address.
   *
   * @param address an absolute URL
   */
  allows(address: string): boolean;
}
