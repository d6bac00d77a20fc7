import { contentSecurityPolicy } from './content-security-policy.ts';

// Runs inline in the head, right behind the configuration document and before anything else is asked for. The policy
// is made here, in the page, so that whoever hosts the build may rewrite the document and needs no header for it.

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The app says which field is wrong; until then, the strictest policy holds.
    return undefined;
  }
}

// The development server's hot reload needs inline scripts and styles.
if (!import.meta.env.DEV) {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = contentSecurityPolicy(parsed(document.getElementById('configuration')?.textContent ?? ''));
  document.head.append(policy);
}
