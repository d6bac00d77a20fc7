type Method = (...given: readonly unknown[]) => unknown;

export type Instances = ReadonlyMap<string, object>;

/**
 * Use cases whose code loads after the first content, or with the first call. Until then each call waits for the code.
 * Afterwards it runs at once, within the listener's gesture, because browsers start sound only there.
 */
export class LazyServices {
  private loaded: Instances | null = null;
  private loading: Promise<Instances> | null = null;

  /** @param loadInstances fetches the code and builds the instances; retries until it succeeds */
  constructor(private readonly loadInstances: () => Promise<Instances>) {}

  async load(): Promise<Instances> {
    this.loading ??= this.loadInstances();
    this.loaded = await this.loading;
    return this.loaded;
  }

  /** An object with exactly the methods that the table names: it can be awaited and inspected safely. */
  standIn(name: string, methods: readonly string[]): object {
    const call =
      (method: string): Method =>
      (...given) =>
        this.loaded === null
          ? this.load().then((instances) => invoke(instances, name, method, given))
          : invoke(this.loaded, name, method, given);
    return Object.fromEntries(methods.map((method) => [method, call(method)]));
  }
}

function invoke(instances: Instances, name: string, method: string, given: readonly unknown[]): unknown {
  const instance = instances.get(name);
  const found: unknown = instance === undefined ? undefined : Reflect.get(instance, method);
  if (typeof found !== 'function') throw new Error(`No lazy service ${name} has a method ${method}`);
  return Reflect.apply(found, instance, given);
}
