import { Link } from '@tanstack/react-router';
import { VisitorPage } from '../../parts/visitor-page.tsx';

/** The way to a new account. */
export function CreateScreen() {
  return (
    <VisitorPage title="Create your account" intro="Listen to the free selection, or become a member.">
      <p>
        Already listening with us? <Link to="/login">Sign in to your account</Link>
      </p>
    </VisitorPage>
  );
}
