import type { OnboardingTap } from '../../../domain/analytics.ts';

const isShown = (password: HTMLInputElement): boolean => password.type === 'text';

const isSubmit = (element: Element, of: string): boolean =>
  element.closest('button[type="submit"]')?.closest('form')?.querySelector(`input[name="${of}"]`) != null;

const isLinkTo = (element: Element, path: string): boolean =>
  element.closest(`a[href="${path}"], a[href^="${path}?"]`) !== null;

const inputOf = (element: Element): HTMLInputElement | null =>
  element instanceof HTMLInputElement ? element : null;

function signInTap(element: Element): OnboardingTap | null {
  const input = inputOf(element);
  if (input?.name === 'email') return { name: 'Onboarding - Sign In - Tap Email', properties: {} };
  if (input?.name === 'password') {
    return { name: 'Onboarding - Sign In - Tap Password', properties: { visible: isShown(input) } };
  }
  if (isLinkTo(element, '/forgot-password')) {
    return { name: 'Onboarding - Sign In - Tap Forgot Password', properties: {} };
  }
  if (isSubmit(element, 'password')) {
    return { name: 'Onboarding - Sign In - Tap Sign In button', properties: {} };
  }
  return null;
}

function signUpTap(element: Element): OnboardingTap | null {
  const input = inputOf(element);
  if (input?.name === 'first-name') return { name: 'Onboarding - Sign Up - Tap First Name', properties: {} };
  if (input?.name === 'email') return { name: 'Onboarding - Sign Up - Tap Email', properties: {} };
  if (input?.name === 'password') {
    return { name: 'Onboarding - Sign Up - Tap Password', properties: { visible: isShown(input) } };
  }
  if (isLinkTo(element, '/login')) {
    return { name: 'Onboarding - Sign Up - Tap Sign In button', properties: {} };
  }
  if (isSubmit(element, 'first-name')) {
    return { name: 'Onboarding - Sign Up - Tap Create Account button', properties: {} };
  }
  return null;
}

/** Returns the recorded meaning of using an element on a sign-in page; null if it has none. */
export function tapOf(pathname: string, element: Element): OnboardingTap | null {
  if (pathname === '/login') return signInTap(element);
  if (pathname === '/create') return signUpTap(element);
  return null;
}
