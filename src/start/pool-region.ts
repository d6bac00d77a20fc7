/** The region that a user pool's id begins with; null where it begins with none. */
export function regionOfPool(userPoolId: unknown): string | null {
  const id = typeof userPoolId === 'string' ? userPoolId.trim() : '';
  return /^(?<region>[a-z\d-]+)_[a-z\d]+$/i.exec(id)?.groups?.['region'] ?? null;
}

/** The region where a user pool is asked: the named one, else the pool's own, else the default. */
export function regionFor(named: string | undefined, userPoolId: unknown): string {
  return named ?? regionOfPool(userPoolId) ?? 'us-west-2';
}
