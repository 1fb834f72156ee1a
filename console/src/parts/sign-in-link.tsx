// The way to the page where people sign in, and back to the page that they are on.
import { signInHref } from '../data/rights.ts';
import { say } from '../words/say.ts';

export const SignInLink = ({
  class: look = 'button primary',
  text = say('Sign in'),
}: {
  class?: string;
  text?: string;
}) => (
  <a
    class={look}
    href={signInHref()}
    onClick={(event) => {
      // A link that was drawn on another page leads back to this one.
      event.currentTarget.href = signInHref();
    }}
  >
    {text}
  </a>
);
