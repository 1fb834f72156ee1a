// Asks for a token where it is needed. It stays in memory, or in this tab if the person says so; never in an address.
import { signal } from '@preact/signals';
import { later } from '../parts/later.tsx';

let resolveAsked: ((given: boolean) => void) | undefined;
/** The right that it is needed for, such as `create:leave`. */
let needed: string | undefined;
const isOpen = signal(false);

/** Asks the person; says whether a token was given that has the right. */
export function askForToken(scope?: string): Promise<boolean> {
  needed = scope;
  isOpen.value = true;
  return new Promise((resolve) => {
    resolveAsked = resolve;
  });
}

function answer(given: boolean): void {
  isOpen.value = false;
  resolveAsked?.(given);
  resolveAsked = undefined;
}

const TokenForm = later(
  () => import('./token-form.tsx').then((form) => form.TokenForm),
  () => answer(false),
);

export const TokenDialog = () => (isOpen.value ? <TokenForm needed={needed} answer={answer} /> : null);
