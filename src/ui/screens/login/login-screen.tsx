import { VisitorPage } from '../../parts/visitor-page.tsx';

/** Signing in. */
export function LoginScreen({
  data,
}: {
  readonly data: { readonly session: 'signed-out' | 'unknown'; readonly onwards: string };
}) {
  return (
    <VisitorPage title="Welcome back" intro="Sign in to go on listening.">
      {data.onwards}
    </VisitorPage>
  );
}
