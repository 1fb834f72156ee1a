// The texts for people who could not sign in: the reason and the remedy, one entry for each way to fail.
import { SignInError, type SignInFault } from '../../access/sign-in/sign-in-error.ts';
import { type Html, html } from '../../careers/page/html.ts';
import { NO_STORE } from '../response/headers.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

type Entry = { readonly status: number; readonly title: string; text(error: SignInError): Html };

const FAULTS: Readonly<Record<SignInFault | 'ours' | 'other-site', Entry>> = {
  attempt: {
    status: 400,
    title: 'This sign-in is no longer valid',
    text: () => html`<p>It was begun more than ten minutes ago, in another browser, or was already used. Nothing is lost: sign in again.</p>
<p>If that leads here again, allow cookies for this site.</p>`,
  },
  away: {
    status: 503,
    title: 'The sign-in provider does not answer',
    text: () => html`<p>People sign in here with their account at another service, and that cannot be reached just now. Try again in a minute.</p>
<p>Whoever is signed in already can go on working.</p>`,
  },
  refused: {
    status: 403,
    title: 'The sign-in provider refused',
    text: ({
      said,
    }) => html`${said ? html`<p>It says:</p><blockquote>${said}</blockquote>` : html`<p>It gives no reason.</p>`}
<p>Try again; to use another account, sign out at the provider first. If it stays like this, ask whoever runs this service: the log has the details.</p>`,
  },
  untrusted: {
    status: 403,
    title: 'The sign-in could not be verified',
    text: () => html`<p>The answer of the sign-in provider is not as it has to be, so nobody was signed in. Try again.</p>
<p>If it stays like this, ask whoever runs this service: the log says what is wrong.</p>`,
  },
  'no-role': {
    status: 403,
    title: 'There is no role for you yet',
    text: ({
      person,
    }) => html`<p>You signed in as <strong>${person?.name}</strong>, but nothing says what you may see here. To use another account, sign out at the
provider first.</p>
<p>Ask whoever runs this service for a role. An operator adds one with <code>workforce role create</code>; then sign in again.</p>`,
  },
  ours: {
    status: 503,
    title: 'Something went wrong on our side',
    text: () => html`<p>The sign-in could not be completed; it has been logged. Try again in a minute.</p>`,
  },
  'other-site': {
    status: 403,
    title: 'You are still signed in',
    text: () =>
      html`<p>Another site asked to sign you out, and that is not done. To sign out, do it in the console.</p>`,
  },
};

/** `to`: the page that the person came from. */
export function faultPage(fault: SignInFault | 'ours' | 'other-site', to: string, error?: SignInError): Response {
  const { status, title, text } = FAULTS[fault];
  const again = { href: `/auth/sign-in?to=${encodeURIComponent(to)}`, text: 'Sign in again' };
  const home = { href: '/', text: 'Front page' };
  const page = plainPage({
    title,
    text: text(error ?? new SignInError('attempt', '')),
    links: fault === 'other-site' ? [home] : [again, home],
  });
  return new Response(page, { status, headers: { ...pageHeaders, ...(status === 503 && { 'Retry-After': '10' }) } });
}

/** Everything about one person: no cache keeps it, and no other site reads it. */
export const personHeaders = {
  ...NO_STORE,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const pageHeaders = {
  ...personHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': plainPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
};
