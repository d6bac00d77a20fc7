import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../routes/lazy-screen.tsx';
import { visitorsRoute } from '../../routes/parents.ts';
import { message } from 'audio-streaming-translations/message';

const loginRoute = createRoute({
  getParentRoute: () => visitorsRoute,
  path: '/login',
  staticData: { title: message('Sign In') },
  loader: ({ context: { services, session, onwards } }) => ({
    session,
    onwards,
    hostedFailure: services.session.takeArrivalFailure(),
    endedBecause: session === 'signed-out' ? services.sessionEnd.reason : null,
  }),
  component: lazyComponent(
    async () => (await import('./login-screen.tsx')).LoginScreen,
    (LoginScreen) => <LoginScreen data={loginRoute.useLoaderData()} />,
  ),
});

const createAccountRoute = createRoute({
  getParentRoute: () => visitorsRoute,
  path: '/create',
  component: lazyComponent(
    async () => (await import('./create-screen.tsx')).CreateScreen,
    (CreateScreen) => <CreateScreen />,
  ),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => visitorsRoute,
  path: '/forgot-password',
  component: lazyComponent(
    async () => (await import('./forgot-password-screen.tsx')).ForgotPasswordScreen,
    (ForgotPasswordScreen) => <ForgotPasswordScreen />,
  ),
});

/** The screens for visitors. */
export const sessionRoutes = [loginRoute, createAccountRoute, forgotPasswordRoute] as const;
