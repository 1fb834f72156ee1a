// Splits the query part of an address into names and values. Broken percent-encoding is read as it stands, as browsers do.
export type Parameter = {
  readonly name: string;
  readonly value: string;
  /** The value with a leading plus kept. In a text a plus is a space, but before a number it is a sign. */
  readonly signed: string;
};

export function parseQueryString(query: string): Parameter[] {
  const parameters: Parameter[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const [name, sent] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    const value = decoded(sent);
    parameters.push({ name: decoded(name), value, signed: sent.startsWith('+') ? `+${value.slice(1)}` : value });
  }
  return parameters;
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return new URLSearchParams(`v=${text}`).get('v') ?? '';
  }
}
