// Checks ID tokens: who signed them, for whom, for which sign-in, and when. The keys are the provider's, and are
// fetched again when it has new ones.
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import { boundedText } from '../../contract/bounded-text.ts';
import { sameText } from './attempt.ts';
import { type Metadata, PROVIDER_BYTES, PROVIDER_SECONDS } from './provider.ts';
import { SignInError } from './sign-in-error.ts';

/** Only signatures that the provider alone can make: with a shared secret, or with none, the token proves nothing. */
const SIGNATURES = ['RS', 'PS', 'ES'].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`));
const ALGORITHMS = [...SIGNATURES, 'EdDSA', 'Ed25519'];

/** In seconds: how far clocks may differ, and how old a token may be that was made a moment ago. */
const CLOCK_TOLERANCE = 60;
const MAX_AGE = 600;
/** In milliseconds: a token with a key that is not known makes us ask for keys again, but not more often than this. */
const KEY_COOLDOWN = 30_000;

export function idTokens(clientId: string, keyCooldown = KEY_COOLDOWN) {
  let keys: { readonly uri: string; readonly find: RemoteJWKSet } | undefined;
  return async (token: string, nonce: string, metadata: Metadata): Promise<JWTPayload & { sub: string }> => {
    const uri = metadata.jwks_uri;
    const timeoutDuration = 1000 * PROVIDER_SECONDS;
    if (keys?.uri !== uri)
      keys = {
        uri,
        find: createRemoteJWKSet(new URL(uri), {
          cooldownDuration: keyCooldown,
          timeoutDuration,
          [customFetch]: fetchKeys,
        }),
      };
    const named = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const options = {
      issuer: metadata.issuer,
      audience: clientId,
      algorithms: ALGORITHMS.filter((each) => named.includes(each)),
      clockTolerance: CLOCK_TOLERANCE,
      maxTokenAge: MAX_AGE,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    };
    const { payload } = await jwtVerify(token, keys.find, options).catch((error) => {
      throw faultOf(error, uri);
    });
    const { sub, aud, azp, nonce: sent } = payload;
    if (typeof sub !== 'string' || sub === '') throw new SignInError('untrusted', 'the ID token names nobody (sub)');
    if (typeof sent !== 'string' || !sameText(sent, nonce))
      throw new SignInError('untrusted', 'the ID token is of another sign-in (nonce)');
    // For several clients at once: then it says which of them it was made for.
    if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId)
      throw new SignInError('untrusted', 'the ID token was made for another client (azp)');
    return { ...payload, sub };
  };
}

async function fetchKeys(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  return new Response(await boundedText(response, PROVIDER_BYTES), { status: response.status });
}

function faultOf(error: unknown, uri: string): SignInError {
  const { JOSEError, JWKSTimeout } = errors;
  const isOfToken = error instanceof JOSEError && !(error instanceof JWKSTimeout) && error.code !== JOSEError.code;
  const reason = (error as Error).message;
  if (isOfToken) return new SignInError('untrusted', `the ID token cannot be trusted: ${reason}`);
  return new SignInError('away', `the keys at ${uri} cannot be read: ${reason}`);
}
