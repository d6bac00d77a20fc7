/** Starting takes long on a slow machine: between its steps the browser can paint and handle input. */
export const nextTask = async (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
