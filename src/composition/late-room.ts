/** Every method of something, called when it is there. */
const standIn = <Thing extends object>(there: () => Thing | null, open: () => Promise<Thing>): Thing => {
  const call = (thing: Thing, name: PropertyKey, given: readonly unknown[]): unknown => {
    const method: unknown = Reflect.get(thing, name);
    return typeof method === 'function' ? Reflect.apply(method, thing, given) : undefined;
  };
  const methods = new Map<string, (...given: readonly unknown[]) => unknown>();
  const methodOf = (name: string) => {
    const known = methods.get(name);
    if (known !== undefined) return known;
    const method = (...given: readonly unknown[]): unknown => {
      const thing = there();
      // At once wherever it can be: the browser lets sound begin only within the listener's own gesture.
      return thing === null ? open().then((late) => call(late, name, given)) : call(thing, name, given);
    };
    methods.set(name, method);
    return method;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever the thing can do is handed on to it
  return new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' ? methodOf(name) : undefined) },
  ) as Thing;
};

/** A record of use cases whose code comes late: whatever is asked of them until then waits for it. */
export class LateRoom<Room extends Readonly<Record<keyof Room, object>>> {
  private opened: Room | null = null;
  private opening: Promise<Room> | null = null;

  /** @param fetchRoom fetches it, for as long as it takes */
  constructor(private readonly fetchRoom: () => Promise<Room>) {}

  async open(): Promise<Room> {
    this.opening ??= this.fetchRoom();
    this.opened = await this.opening;
    return this.opened;
  }

  /** One of its use cases, to be called before it is there as well. */
  verbs<Name extends keyof Room>(name: Name): Room[Name] {
    return standIn(
      () => this.opened?.[name] ?? null,
      async () => (await this.open())[name],
    );
  }
}
