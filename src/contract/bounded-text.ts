// Reads the answers of other services, which may be of any size.

export class TooLong extends Error {}

/** Throws where the text takes more bytes; the rest of it is not read. */
export async function boundedText(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new TooLong(`the answer is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
