/** Starting takes long on a slow machine: between its steps the browser paints, and the listener is heard. */
export const nextTask = async (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
