import { screen, within } from '@testing-library/dom';

/** Queries in the region of a name: a shelf, a list, the player. Waits until it is there. */
export const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** Queries in the tile of a title. Waits until it is there. */
export const tile = async (name: string) => within(await screen.findByRole('article', { name }));

/** Queries in the dialog of a name. Waits until it is open. */
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
