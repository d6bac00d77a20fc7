import { createContext, useContext } from 'react';
import type { StudioServices } from '../application/services.ts';

const StudioContext = createContext<StudioServices | null>(null);

export const StudioProvider = StudioContext.Provider;

/** The states and use cases of the studio. Call it only below `StudioProvider`. */
export function useStudio(): StudioServices {
  const services = useContext(StudioContext);
  if (services === null) throw new Error('No studio: a view was rendered outside its provider');
  return services;
}
