/** Keeps a limited number of values by name. A further value removes the one that was set longest ago. */
export class RecentMap<Value> extends Map<string, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(name: string, value: Value): this {
    // Removed and added again, so that the latest value is the last.
    this.delete(name);
    super.set(name, value);
    const oldest = this.keys().next();
    if (this.size > this.most && oldest.done !== true) this.delete(oldest.value);
    return this;
  }
}
