import { Outlet } from '@tanstack/react-router';

/** The root of every page (section 2, site-wide elements). */
export function Shell() {
  return (
    <main id="main">
      <Outlet />
    </main>
  );
}
