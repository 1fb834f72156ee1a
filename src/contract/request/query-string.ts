// Splits the query part of an address into names and values. Broken percent-encoding is read as it stands, as browsers
// do.
export type Parameter = {
  readonly name: string;
  readonly value: string;
  /** The value with a leading plus kept. In a text a plus is a space, but before a number it is a sign. */
  readonly signed: string;
};

export function parseQueryString(query: string): Parameter[] {
  const parameters: Parameter[] = [];
  const decode = decoder(query);
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const [name, sent] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    const value = decode(sent, parameters.length, 1);
    const signed = sent.startsWith('+') ? `+${value.slice(1)}` : value;
    parameters.push({ name: decode(name, parameters.length, 0), value, signed });
  }
  return parameters;
}

/** Broken encoding is left to URLSearchParams, which reads the whole query at once: asked for each value it would take
 * long. */
function decoder(query: string) {
  let lenient: [string, string][] | undefined;
  return (text: string, place: number, part: 0 | 1): string => {
    const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
    if (!spaced.includes('%')) return spaced;
    if (lenient) return lenient[place]![part];
    try {
      return decodeURIComponent(spaced);
    } catch {
      // It would take a leading question mark for the beginning of the query.
      lenient = [...new URLSearchParams(`&${query}`)];
      return lenient[place]![part];
    }
  };
}
