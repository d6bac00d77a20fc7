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

  /**
   * One of its use cases, to be called before it is there as well.
   *
   * @param verbs its methods by name: the stand-in has no others, so that nobody takes it for a promise
   */
  verbs<Name extends keyof Room, Verb extends keyof Room[Name]>(
    name: Name,
    ...verbs: readonly Verb[]
  ): Pick<Room[Name], Verb> {
    const standIn =
      (verb: Verb) =>
      (...given: readonly unknown[]): unknown =>
        // At once wherever it can be: the browser lets sound begin only within the listener's own gesture.
        this.opened === null
          ? this.open().then((room) => call(room[name], verb, given))
          : call(this.opened[name], verb, given);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each hands on to the method of its name
    return Object.fromEntries(verbs.map((verb) => [verb, standIn(verb)])) as Pick<Room[Name], Verb>;
  }
}

const call = (thing: object, name: PropertyKey, given: readonly unknown[]): unknown => {
  const method: unknown = Reflect.get(thing, name);
  return typeof method === 'function' ? Reflect.apply(method, thing, given) : undefined;
};
