/** The greeting at an hour of the day, 0 to 23 (CAT-9). */
export const greeting = (hour: number): string => {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
};
