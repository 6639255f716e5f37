const PROBLEMS: Record<string, string> = {
  CredentialsSignin: 'This e-mail and password do not belong together. Check both and try again.',
  too_many: 'Too many attempts. Wait a quarter of an hour, then try again.',
  unavailable: 'Capstan cannot check passwords at the moment. Try again in a minute.',
  inactive: 'Your account is deactivated. Ask an admin to bring it back.',
  no_email:
    'Your identity provider did not give an e-mail address. Ask whoever runs it to share it.',
  email_taken:
    'There is already an account with your e-mail that signs in another way. Sign in that way, or ask an admin to allow linking by e-mail.',
  SessionRequired: 'Sign in first.',
  Callback: 'Sign-in did not finish. Try again.',
  OAuthCallback: 'Your identity provider did not finish the sign-in. Try again.',
  OAuthSignin: 'The identity provider cannot be reached. Try again, or ask an admin.',
  AccessDenied: 'Your identity provider did not let you in. Ask whoever runs it.',
};

/** What went wrong, for a person. An unknown code still says what to do. */
export function problemText(code: unknown): string | null {
  if (typeof code !== 'string' || code === '') return null;
  const known = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return known ?? 'Sign-in did not work. Try again, or ask an admin.';
}

/** A path of this console to go to after; anything that leads elsewhere becomes the overview. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  const url = URL.canParse(value, 'http://here') ? new URL(value, 'http://here') : null;
  if (url?.host !== 'here' || url.pathname.startsWith('/sign-in')) return '/';
  return `${url.pathname}${url.search}`;
}
