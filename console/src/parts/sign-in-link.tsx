// The way to the page where people sign in, and back to the page that they are on.
import { LEAVES, signInHref } from '../data/rights.ts';

export const SignInLink = ({ class: look = 'button primary', text = 'Sign in' }: { class?: string; text?: string }) => (
  <a
    class={look}
    href={signInHref()}
    onClick={(event) => {
      window.dispatchEvent(new Event(LEAVES));
      // A link that was drawn on another page leads back to this one.
      event.currentTarget.href = signInHref();
    }}
  >
    {text}
  </a>
);
