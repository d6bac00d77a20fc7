type Class<Instance> = new (...given: never[]) => Instance;

/** A use case whose code loads after the first content. Views may call only the methods that are named here. */
export type LazyUseCase<Type extends Class<object>, Method extends keyof InstanceType<Type>> = {
  readonly load: () => Promise<Type>;
  readonly methods: readonly Method[];
};

export const lazy = <Type extends Class<object>, const Method extends keyof InstanceType<Type>>(
  load: () => Promise<Type>,
  methods: readonly Method[],
): LazyUseCase<Type, Method> => ({ load, methods });

/** A method without a promise of its own returns nothing to a view: its code may still have to load. */
type LazyMethod<Method> = Method extends (...given: infer Given) => infer Returned
  ? Returned extends Promise<unknown>
    ? Method
    : (...given: Given) => void
  : never;

type ServiceOf<Entry> =
  Entry extends LazyUseCase<infer Type, infer Method>
    ? { readonly [Name in Method]: LazyMethod<InstanceType<Type>[Name]> }
    : Entry extends Class<infer Instance>
      ? Instance
      : never;

/** What the views get of a table: an instance of each class, and the named methods of each lazy use case. */
export type ServicesOf<Table> = { readonly [Name in keyof Table]: ServiceOf<Table[Name]> };
