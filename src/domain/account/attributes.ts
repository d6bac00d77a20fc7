/** Attributes of a listener at the sign-in service, by their names there, such as `name` or `phone_number`. */
export type Attributes = Readonly<Record<string, string>>;

/** Leaves out `sub` and every attribute that says that something was verified (ACC-17). */
export const updatableAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name !== 'sub' && !name.includes('_verified')),
  );
