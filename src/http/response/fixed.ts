// Answers that stay the same while the process runs.
import type { Handler } from '../context.ts';
import { bodyHeaders, cachedBody, sendCached, thorough } from './body.ts';
import { readHeaders } from './headers.ts';

export function fixed(content: string, headers = readHeaders('')): Handler {
  const cached = cachedBody({ content, headers: bodyHeaders(headers) }, thorough);
  return (request) => sendCached(request, cached);
}
