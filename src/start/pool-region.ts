/** Returns the region at the start of a user pool's id, or null. */
export function regionOfPool(userPoolId: unknown): string | null {
  const id = typeof userPoolId === 'string' ? userPoolId.trim() : '';
  return /^(?<region>[a-z\d-]+)_[a-z\d]+$/i.exec(id)?.groups?.['region'] ?? null;
}

/** Returns the named region, else that of the pool's id, else the default (APP-26). */
export function regionFor(named: string | undefined, userPoolId: unknown): string {
  return named ?? regionOfPool(userPoolId) ?? 'us-west-2';
}
