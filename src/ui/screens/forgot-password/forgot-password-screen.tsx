import { Link } from '@tanstack/react-router';
import { VisitorPage } from '../../parts/visitor-page.tsx';

/** The way back in for a listener who forgot the password. */
export function ForgotPasswordScreen() {
  return (
    <VisitorPage title="Reset your password" intro="We help you back to your library.">
      <p>
        Remembered it? <Link to="/login">Sign in to your account</Link>
      </p>
    </VisitorPage>
  );
}
