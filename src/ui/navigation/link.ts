/** The links of the app. Views take them from here, so that only this folder knows the router. */
export { createLink, Link, type LinkProps, Outlet } from '@tanstack/react-router';
