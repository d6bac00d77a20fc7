import { useSearch } from '@tanstack/react-router';

/** The parameter `from` of a screen for visitors, as the address has it. */
export const useFrom = (): string | undefined =>
  useSearch({ from: '/visitors', select: (search) => search.from });
