// The query part of an address as a list of pairs. Broken percent-encoding is taken literally, as browsers do.
export type Parameter = {
  readonly name: string;
  readonly value: string;
  /** The value with a leading plus kept: it means a space in text, but in front of a number it is a sign. */
  readonly signed: string;
};

export function parseQueryString(query: string): Parameter[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const sent = rest.join('=');
      const value = decoded(sent);
      return { name: decoded(name), value, signed: sent.startsWith('+') ? `+${value.slice(1)}` : value };
    });
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return new URLSearchParams(`v=${text}`).get('v') ?? '';
  }
}
