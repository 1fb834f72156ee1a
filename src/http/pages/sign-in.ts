// Sign-in and sign-out over HTTP: redirects, cookies and pages. Those who could not sign in read the
// reason and the remedy. The protocol is in access/sign-in.
import { CALLBACK_PATH, ownPath, parseAttempt } from '../../access/sign-in/attempt.ts';
import type { SignIn } from '../../access/sign-in/sign-in.ts';
import { SignInError, type SignInFault } from '../../access/sign-in/sign-in-error.ts';
import { type Html, html } from '../../careers/page/html.ts';
import { trace } from '../../contract/errors.ts';
import type { Asker } from '../../fairness/asker.ts';
import { log } from '../../log/log.ts';
import type { Context, Handler, Route } from '../context.ts';
import { hostIn } from '../request/address.ts';
import { type Cookie, cookieIn, cookieText, isFromOwnPage, SESSION } from '../request/cookies.ts';
import { asksForPage } from '../request/negotiate.ts';
import { NO_STORE } from '../response/responses.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

const ATTEMPT = 'workforce_sign_in';
const ATTEMPT_SECONDS = 600;

const SIGN_IN_PATH = '/auth/sign-in';
const gone = (name: string): Cookie => ({ name, value: '', seconds: 0 });

export function signInRoutes(signIn: SignIn, onSignIn: Context['onSignIn']): [path: string, route: Route][] {
  const { publicUrl } = signIn;

  function withCookies(response: Response, ...cookies: Cookie[]): Response {
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookieText(cookie, publicUrl()));
    return response;
  }

  const start: Handler = async (request, { query }, asker) => {
    const parameters = new URLSearchParams(query);
    const to = ownPath(parameters.get('to'));
    const elsewhere = atPublicHost(request, parameters, to);
    if (elsewhere) return redirect(302, elsewhere);
    try {
      const { location, attempt } = await signIn.begin(to);
      return withCookies(redirect(302, location), { name: ATTEMPT, value: attempt, seconds: ATTEMPT_SECONDS });
    } catch (error) {
      return refused(error, to, request, asker);
    }
  };

  /** The cookie of the attempt is of one host, and the provider sends people to the public one. A proxy may hide the
   * host that they asked for, so this is done once only. */
  function atPublicHost({ url }: Request, parameters: URLSearchParams, to: string): string | undefined {
    const { host, origin } = new URL(publicUrl());
    if (hostIn(url) === host || parameters.has('moved')) return undefined;
    return `${origin}${SIGN_IN_PATH}?moved=1&to=${encodeURIComponent(to)}`;
  }

  const callback: Handler = async (request, { query }, asker) => {
    const attempt = cookieIn(request, ATTEMPT, publicUrl());
    try {
      const { secret, person, role, to } = await signIn.complete(attempt, new URLSearchParams(query));
      await endSession(request);
      await onSignIn?.({ action: 'sign-in', person: { ...person, role }, request, asker });
      const session = { name: SESSION, value: secret, seconds: 3600 * signIn.hours };
      return withCookies(redirect(303, to), gone(ATTEMPT), session);
    } catch (error) {
      const page = await refused(error, parseAttempt(attempt)?.to ?? '/', request, asker);
      return withCookies(page, gone(ATTEMPT));
    }
  };

  const sessionOf = (request: Request) => signIn.holder(cookieIn(request, SESSION, publicUrl()));

  /** Ends the session that the browser has, if it has one. */
  async function endSession(request: Request) {
    const session = await sessionOf(request);
    if (session) await signIn.end(session);
    return session;
  }

  async function refused(error: unknown, to: string, request: Request, asker: Asker): Promise<Response> {
    const details = { request_id: asker.id || undefined };
    if (!(error instanceof SignInError)) {
      log.error('An unexpected error ended a sign-in.', { ...details, stack: trace(error) });
      return faultPage('ours', to);
    }
    log.warning(`A sign-in was refused: ${error.message}.`, details);
    const person = error.person ?? {};
    const { isProven, message: reason } = error;
    await onSignIn?.({ action: 'sign-in.refused', person, reason, isProven, request, asker });
    return faultPage(error.fault, to, error);
  }

  /** Forms are sent on to the provider; scripts are told where to go, because they cannot follow to another host. */
  async function signOut(request: Request, _: string, asker: Asker): Promise<Response> {
    if (!isFromOwnPage(request, publicUrl())) return faultPage('other-site', '/');
    const session = await endSession(request);
    if (session)
      await onSignIn?.({ action: 'sign-out', person: { name: session.name, role: session.role }, request, asker });
    const to = (await endAddress(signIn)) ?? '/';
    const isForm = asksForPage(request.headers.get('accept'));
    return withCookies(isForm ? redirect(303, to) : sentTo(to), gone(SESSION));
  }

  return [
    [SIGN_IN_PATH, { GET: start, needs: 'nothing' }],
    [CALLBACK_PATH, { GET: callback, needs: 'nothing' }],
    ['/auth/sign-out', { POST: { takesNoBody: true, answer: signOut }, needs: 'nothing' }],
  ];
}

/** A provider that is away cannot end its own session; ours has ended. */
async function endAddress(signIn: SignIn): Promise<string | undefined> {
  try {
    return await signIn.endAddress();
  } catch (error) {
    log.warning(`A sign-out ended our session only: ${(error as Error).message}.`);
    return undefined;
  }
}

const redirect = (status: number, location: string): Response =>
  new Response(null, { status, headers: { ...personHeaders, Location: location } });

const sentTo = (to: string): Response =>
  new Response(JSON.stringify({ to }), { headers: { ...personHeaders, 'Content-Type': 'application/json' } });

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
function faultPage(fault: SignInFault | 'ours' | 'other-site', to: string, error?: SignInError): Response {
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
const personHeaders = {
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
